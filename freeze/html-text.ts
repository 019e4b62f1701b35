/** A page as lines that can be compared: a tag or a text each, without what only the build or the renderer knows. */
export function htmlText(html: string): string {
  const ids = new Map<string, string>()
  const numbered = (id: string): string => {
    const known = ids.get(id) ?? `_${ids.size + 1}_`
    ids.set(id, known)
    return known
  }
  return (
    html
      // What scripts bring to life is what is on the page, once more.
      .replace(/(<script\b[^>]*>)[\s\S]*?(<\/script>)/g, '$1$2')
      // Which files a page loads, and in which pieces, is the build's.
      .replace(/<link\b[^>]*\brel="(?:modulepreload|preload)"[^>]*>/g, '')
      .replace(/(\/assets\/[\w.]+?)-[\w-]{8}(\.\w+)/g, '$1$2')
      .replace(/ nonce="[^"]*"/g, '')
      .replace(/<!--.*?-->/gs, '')
      // Ids by place: another component around is another id, and what refers to it is the same still.
      .replace(/_R_\w+?_(?!\w)/g, numbered)
      .replace(/\s*(<[^>]+>)\s*/g, '\n$1\n')
      .replace(/\n{2,}/g, '\n')
      .trim()
  )
}
