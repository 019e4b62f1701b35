/** Whether the browser is known to run scripts: it gets this cookie when a page comes alive. */
export function readScripts(cookies: string | null): boolean {
  return /(?:^|;\s*)js=1(?:;|$)/.test(cookies ?? '')
}
