/** Where the survey is shown, and for which order. */
export interface SurveyPlace {
  readonly key: string
  /** The order's id in the shop. */
  readonly order: string
  /** The address that returns the question and receives the answer. */
  readonly to: string
  /** Inserts the survey into the page. */
  insert(host: HTMLElement): void
}

/** Reads the current script tag; if a tool has bundled scripts, the element with key and order. */
export function readOrder(): SurveyPlace | undefined {
  const tag = document.currentScript
  const carrier = tag?.dataset.order ? tag : document.querySelector<HTMLElement>('[data-key^="tk_"][data-order]')
  const { key, order, to } = carrier?.dataset ?? {}
  if (!carrier || !key || !order) return
  const src = tag?.getAttribute('src') || location.href
  const target = new URL(to || '/p/survey', to ? location.href : new URL(src, location.href))
  return { key, order, to: target.href, insert: (host) => insert(host, carrier) }
}

/** Inserts it into the shop's own element, or after the script tag if there is none. */
function insert(host: HTMLElement, carrier: Element): void {
  if (!/^(SCRIPT|TEMPLATE)$/.test(carrier.tagName)) carrier.append(host)
  else if (document.body.contains(carrier)) carrier.after(host)
  else (document.querySelector('main') ?? document.body).append(host)
}
