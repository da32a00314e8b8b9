// One game.

export function mount(host, app) {
  return {
    show(id, parameters) {
      host.textContent = "One game";
    },
    hide() {},
  };
}
