/** Whether the browser is known to run scripts: it gets this cookie when a page comes alive. */
export function readScripts(cookies: string | null): boolean {
  return /(?:^|;\s*)js=1(?:;|$)/.test(cookies ?? '')
}

/** Id of the last element of a page: once it is there, everything is but what is streamed. */
export const pageEnd = 'page-end'
