// A list of games.

export function mount(host, app) {
  return {
    show(id, parameters) {
      host.textContent = "A list of games";
    },
    hide() {},
  };
}
