// The search box: the language of queries.

// mount watches the form; found is called with the text of each search. It returns
// {show}: show(query) puts a query into the box.
export function mount(form, app, found) {
  const box = form.querySelector("input");
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    found(box.value.trim());
  });
  return {
    show(query) {
      if (document.activeElement !== box) box.value = query;
    },
  };
}
