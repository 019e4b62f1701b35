import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts } from 'react-router'

/** What the router says about a script or a file to fetch early. */
interface ScriptProps {
  readonly href?: string
  readonly type?: string
  readonly dangerouslySetInnerHTML?: { readonly __html: string }
  readonly children?: ReactNode
}

/** Id of the last element of a page: once it exists, everything has arrived but streamed parts. */
export const pageEnd = 'page-end'

/**
 * The router's scripts, fetched and run once the page is painted. By themselves they would take the line from the styles and the
 * processor from the first paint, for a page that can be read, and followed, without them.
 */
export function LateScripts() {
  const elements = elementsIn(Scripts({}))
  const files = elements.flatMap(({ type, props: { href } }) => (type === 'link' && href !== undefined ? href : []))
  return elements.flatMap(({ type, props }) => {
    if (type !== 'script') return []
    const { type: kind, dangerouslySetInnerHTML: code, ...rest } = props
    if (kind !== 'module' || !code) return <script key={kind ?? 'data'} {...props} />
    const html = late(code.__html, [...new Set(files)])
    return <script key="modules" {...rest} dangerouslySetInnerHTML={{ __html: html }} type="module" />
  })
}

function elementsIn(node: ReactNode): readonly ReactElement<ScriptProps>[] {
  if (Array.isArray(node)) return node.flatMap(elementsIn)
  if (!isValidElement<ScriptProps>(node)) return []
  return node.type === Fragment ? elementsIn(node.props.children) : [node]
}

/**
 * A tab in the background paints nothing, so it does not wait. All files are asked for at once: each names the next. The code lists
 * the pages to come, indented.
 */
function late(code: string, files: readonly string[]): string {
  return `await new Promise((painted) => (document.hidden ? setTimeout : requestAnimationFrame)(() => setTimeout(painted)));
for (const href of ${JSON.stringify(files)}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
${code.replaceAll(/import \* as (\w+) from ("[^"]+");/g, 'const $1 = await import($2);').replaceAll(/\n\s*/g, '')}`
}
