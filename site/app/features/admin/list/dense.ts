/** Rows of 44 px (on a phone, where a row has several lines, more), and ten columns within a laptop's width. */
export const DENSE =
  '[&_td]:px-2 [&_td]:py-1 max-md:[&_td]:py-2.5 [&_th]:px-2 [&_tr>:first-child]:pl-0 [&_tr>:last-child]:pr-0'
