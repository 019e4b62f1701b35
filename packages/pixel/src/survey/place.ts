/** Where the question stands, and what it is about. */
export interface SurveyPlace {
  readonly key: string
  /** Id of the order, as the shop itself names it. */
  readonly order: string
  /** Asked for the question, and told the answer. */
  readonly to: string
  /** Puts the question into the page. */
  insert(host: HTMLElement): void
}

/** Reads the tag that is running; where a tool has put scripts together, the element that carries key and order. */
export function readOrder(): SurveyPlace | undefined {
  const tag = document.currentScript
  const carrier = tag?.dataset.order ? tag : document.querySelector<HTMLElement>('[data-key^="tk_"][data-order]')
  const { key, order, to } = carrier?.dataset ?? {}
  if (!carrier || !key || !order) return
  const src = tag?.getAttribute('src') || location.href
  const target = new URL(to || '/p/survey', to ? location.href : new URL(src, location.href))
  return { key, order, to: target.href, insert: (host) => insert(host, carrier) }
}

/** Into an element of the shop's; where the script's own tag is the only place there is, behind it. */
function insert(host: HTMLElement, carrier: Element): void {
  if (!/^(SCRIPT|TEMPLATE)$/.test(carrier.tagName)) carrier.append(host)
  else if (document.body.contains(carrier)) carrier.after(host)
  else (document.querySelector('main') ?? document.body).append(host)
}
