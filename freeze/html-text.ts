/** A page as comparable lines: a tag or a text each, without details of the build or the renderer. */
export function htmlText(html: string): string {
  const ids = new Map<string, string>()
  const numbered = (id: string): string => {
    const known = ids.get(id) ?? `_${ids.size + 1}_`
    ids.set(id, known)
    return known
  }
  return (
    html
      // Hydration data repeats what is on the page.
      .replace(/(<script\b[^>]*>)[\s\S]*?(<\/script>)/g, '$1$2')
      // The files that a page loads depend on the build.
      .replace(/<link\b[^>]*\brel="(?:modulepreload|preload)"[^>]*>/g, '')
      .replace(/(\/assets\/[\w.]+?)-[\w-]{8}(\.\w+)/g, '$1$2')
      .replace(/ nonce="[^"]*"/g, '')
      .replace(/<!--.*?-->/gs, '')
      // React ids depend on the position in the tree: they are renumbered, which keeps references intact.
      .replace(/_R_\w+?_(?!\w)/g, numbered)
      .replace(/\s*(<[^>]+>)\s*/g, '\n$1\n')
      .replace(/\n{2,}/g, '\n')
      .trim()
  )
}
