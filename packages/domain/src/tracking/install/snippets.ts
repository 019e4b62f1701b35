import { readFileSync } from 'node:fs'
import { collectorOf, fillIn, type Installation, type PixelCode, surveyOf } from './installation.ts'

/** Reads a file that is filled in for a shop. */
export function readTemplate(name: string): string {
  return readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8')
}

/** The tag for the head of any theme. */
export function plainSnippet(installation: Installation): string {
  const { address, key, consent } = installation
  return fillIn('<script defer src="__ADDRESS__/p.js" data-key="__KEY__" data-consent="__CONSENT__"></script>', {
    ADDRESS: address,
    KEY: key,
    CONSENT: consent,
  })
}

/** What the page after an order says of it; the shop's system fills in the words in braces. */
export function thanksSnippet(): string {
  return '<script type="application/json" data-ts-events>[{"event":"purchase","order":"{ORDER ID}","value":"{TOTAL}","currency":"{CURRENCY}"}]</script>'
}

/** What asks buyers on the page after an order; the shop's system fills in the words in braces. */
export function surveySnippet({ address, key }: Pick<Installation, 'address' | 'key'>): string {
  return fillIn('<script defer src="__ADDRESS__/survey.js" data-key="__KEY__" data-order="{ORDER ID}"></script>', {
    ADDRESS: address,
    KEY: key,
  })
}

/** Leads to the question as a page of its own, for mails and pages without scripts; what sends it adds the order's id. */
export function surveyLink(installation: Pick<Installation, 'address' | 'key'>): string {
  return fillIn('__SURVEY__/page?key=__KEY__&order=', { SURVEY: surveyOf(installation), KEY: installation.key })
}

/** What merchants paste as a custom pixel under Shopify's customer events. */
export function shopifyCustomPixel(installation: Installation, { shopify }: Pick<PixelCode, 'shopify'>): string {
  const start = fillIn("{ key: '__KEY__', to: '__COLLECTOR__' }", {
    KEY: installation.key,
    COLLECTOR: collectorOf(installation),
  })
  return `// Tillsight: tells visits and orders. Made for one shop.\n${withoutExports(shopify)}
follow({ analytics, browser, init, customerPrivacy: api.customerPrivacy }, ${start});\n`
}

/** What puts the visitor on the cart, in Shopify's Liquid. */
export function shopifyCartSnippet(): string {
  return readTemplate('cart.liquid')
}

/** The code as a script: pasted code has nobody to export to. */
export function withoutExports(code: string): string {
  return code.replace(/^export \{[^}]*\};?\s*$/m, '').replace(/^\/\/ packages\/.*\n/gm, '')
}
