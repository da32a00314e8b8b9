// The files, and where their bytes are.

export function mount(host, app) {
  return {
    show(id, parameters) {
      host.textContent = "The files, and where their bytes are";
    },
    hide() {},
  };
}
