// What was played from a position.

export function mount(host, app) {
  return {
    show(id, parameters) {
      host.textContent = "What was played from a position";
    },
    hide() {},
  };
}
