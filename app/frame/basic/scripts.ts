/** Whether the browser is known to run scripts: it gets this cookie on hydration. */
export function readScripts(cookies: string | null): boolean {
  return /(?:^|;\s*)js=1(?:;|$)/.test(cookies ?? '')
}

/** Id of the last element of a page: once it exists, everything has arrived but streamed parts. */
export const pageEnd = 'page-end'
