/**
 * Reads a learned table by its name, undefined if it is not one of this package. It is what
 * the option levels of load in @chesszip/reader takes.
 */
export default function levels(table: string): Promise<Uint8Array | undefined>;
