// Every address of the app as a browser without scripts is shown it: for two shops, three people and all languages.
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { languages } from '../app/language/languages.ts'
import routes from '../app/routes.ts'
import type { Case } from './case.ts'
import { htmlText } from './html-text.ts'
import { askText, frozenShops, openSessions } from './http.ts'
import type { FrozenProduct } from './product.ts'

/** What stands in a pattern, for values that the demo has or that nobody has. */
const values: Readonly<Record<string, readonly string[]>> = {
  ':domain': frozenShops,
  ':platform': ['woocommerce', 'shopify', 'googleads', 'metaads', 'tiktokads'],
  ':order': ['1'],
  ':token': ['no-such-token'],
  ':import': ['00000000-0000-4000-8000-000000000000'],
  '*': ['no/such/page'],
}

/** States of pages that their addresses choose. */
const searches: Readonly<Record<string, readonly string[]>> = {
  '/shop/:domain': [
    '?f=country:DE&range=mtd&compare=year',
    '?open=returns',
    '?customise=1',
    '?currency=USD',
    '?note=new',
    '?from=2019-01-01&to=2019-01-31',
  ],
  '/shop/:domain/attributions': ['?tab=models', '?tab=paths', '?place=channel:(not_tracked)', '?model=shapley'],
  '/shop/:domain/campaigns': ['?currency=USD', '?level=ad'],
  '/shop/:domain/hub': ['?currency=ISK'],
  '/shop/:domain/tracking/googleads': ['?check=https://shop.example/?utm_source=google'],
}

const addresses = patternsOf(routes, '').flatMap((pattern) =>
  pathsOf(pattern).flatMap((path) => ['', ...(searches[pattern] ?? [])].map((search) => `${path}${search}`)),
)

/** All of them. */
export async function* pageCases({ address }: FrozenProduct): AsyncIterable<Case> {
  const sessions = await openSessions(address)
  for (const [person, cookie] of Object.entries(sessions)) {
    for (const language of languages) {
      for (const path of new Set(addresses)) {
        // Files say the same in all languages, and nobody may have many of them at once.
        if (path.includes('.csv') && language !== 'en') continue
        const init = { headers: { cookie, 'accept-language': language, 'user-agent': 'Mozilla/5.0 Firefox/140.0' } }
        const read = (body: string, type: string) => (type.startsWith('text/html') ? htmlText(body) : body)
        yield { key: `${person}/${language}${path}`, text: await askText({ address, path, init }, read) }
      }
    }
  }
}

/** The patterns of everything that can be opened: what has a file and is no layout. */
function patternsOf(entries: readonly RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path, index = false, children = [] }) => {
    const pattern = path === undefined ? parent : `${parent}/${path}`
    const own = path === undefined && !index ? [] : [pattern || '/']
    return [...own, ...patternsOf(children, pattern)]
  })
}

/** The addresses of a pattern. */
function pathsOf(pattern: string): string[] {
  const part = Object.keys(values).find((each) => pattern.includes(each))
  if (part === undefined) return [pattern]
  return (values[part] ?? []).flatMap((value) => pathsOf(pattern.replace(part, value)))
}
