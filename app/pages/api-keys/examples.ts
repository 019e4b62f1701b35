import type { NewKeyModel } from './model.ts'

interface Place {
  /** Where the product is: `https://stats.example.com`. */
  readonly origin: string
  readonly domain: string
  readonly key: string
}

/** What to paste elsewhere to read figures with a key. */
export function examplesOf(place: Place): NewKeyModel['examples'] {
  const { origin, domain, key } = place
  const address = `${origin}/api/v1/shops/${encodeURIComponent(domain)}/metrics/query`
  return [
    {
      label: 'curl',
      code: `curl '${address}' \\
  --header 'Authorization: Bearer ${key}' \\
  --json '${JSON.stringify(question)}'`,
    },
    {
      label: 'TypeScript',
      code: `const response = await fetch('${address}', {
  method: 'POST',
  headers: {
    authorization: 'Bearer ${key}',
    'content-type': 'application/json',
  },
  body: JSON.stringify(${JSON.stringify(question)}),
})
const { totals } = await response.json()`,
    },
    {
      label: 'Google Sheets',
      code: `// Extensions > Apps Script, then =TILLSIGHT("sales", "2026-11-01", "2026-11-30") in a cell.
function TILLSIGHT(metric, from, to) {
  const response = UrlFetchApp.fetch('${address}', {
    method: 'post',
    contentType: 'application/json',
    headers: { Authorization: 'Bearer ${key}' },
    payload: JSON.stringify({ metrics: [metric], from, to }),
  })
  return Number(JSON.parse(response.getContentText()).totals[metric])
}`,
    },
  ]
}

const question = { metrics: ['sales', 'orders'], from: '2026-11-01', to: '2026-11-30' }
