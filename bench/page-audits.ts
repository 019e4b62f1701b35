// Lighthouse on the two pages that people see most, in both of its profiles; the median of three.
import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'
import { findBrowser } from '../e2e/browser.ts'
import type { Door } from './door.ts'
import { medianOf, type Report, type Result } from './harness.ts'

const runs = 3
const profiles = [
  { name: 'desktop', config: desktopConfig, performance: 95, paintMs: 1200 },
  { name: 'mobile', config: undefined, performance: 90, paintMs: 2500 },
] as const

/** Reports performance, accessibility, best practices, largest paint, blocking time and shift of sign-in and summary. */
export async function auditPages(report: Report, { address, cookie }: Door, domain: string): Promise<void> {
  const pages = [
    { name: 'login', url: `${address}/auth/login`, headers: undefined },
    { name: 'summary', url: `${address}/shop/${domain}`, headers: { cookie } },
  ]
  for (const { name, url, headers } of pages) {
    for (const profile of profiles) {
      const marks: Marks[] = []
      for (let run = 0; run < runs; run += 1) marks.push(await audit(url, { profile, headers }))
      const note = (measure: string, of: keyof Marks, rest: Pick<Result, 'unit' | 'target'>) =>
        report({
          measure: `${name}, ${profile.name}: ${measure}`,
          value: medianOf(marks.map((each) => each[of])),
          ...rest,
        })
      note('performance', 'performance', { unit: 'count', target: { at: 'least', value: profile.performance } })
      note('accessibility', 'accessibility', { unit: 'count', target: { at: 'least', value: 100 } })
      note('best practices', 'practices', { unit: 'count', target: { at: 'least', value: 95 } })
      note('largest paint', 'paint', { unit: 'ms', target: { at: 'most', value: profile.paintMs } })
      note('blocking', 'blocking', { unit: 'ms', target: { at: 'most', value: 150 } })
      note('shift', 'shift', { unit: 'ratio', target: { at: 'most', value: 0.02 } })
    }
  }
}

interface Marks {
  readonly performance: number
  readonly accessibility: number
  readonly practices: number
  readonly paint: number
  readonly blocking: number
  readonly shift: number
}

interface Audit {
  readonly profile: (typeof profiles)[number]
  readonly headers: Readonly<Record<string, string>> | undefined
}

async function audit(url: string, { profile, headers }: Audit): Promise<Marks> {
  const { executablePath, env } = findBrowser()
  const chrome = await launch({
    chromePath: executablePath,
    envVars: { ...process.env, ...env },
    chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const result = await lighthouse(
      url,
      {
        port: chrome.port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: ['performance', 'accessibility', 'best-practices'],
        ...(headers ? { extraHeaders: { ...headers } } : {}),
      },
      profile.config,
    )
    if (!result) throw new Error(`Lighthouse said nothing about ${url}.`)
    const { categories, audits } = result.lhr
    const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100)
    const number = (name: string) => audits[name]?.numericValue ?? Number.NaN
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      practices: score('best-practices'),
      paint: number('largest-contentful-paint'),
      blocking: number('total-blocking-time'),
      shift: number('cumulative-layout-shift'),
    }
  } finally {
    chrome.kill()
  }
}
