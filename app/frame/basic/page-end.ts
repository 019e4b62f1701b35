/** Id of the last element of a page: once it is there, everything is but what is streamed. */
export const pageEnd = 'page-end'
