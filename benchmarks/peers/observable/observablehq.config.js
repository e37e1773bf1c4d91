// People are numbered in the order of their names; the loader gives each a file.
const people = Number(process.env.PEOPLE);

export default {
  title: "Club",
  root: "src",
  output: process.env.OUT,
  sidebar: false,
  pager: false,
  toc: false,
  search: false,
  globalStylesheets: [],
  dynamicPaths: Array.from({length: people}, (_, n) => `/people/${n}`),
};
