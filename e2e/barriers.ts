import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Both themes have the same document, so only rules about colours need to run again. */
const colours = ['color-contrast', 'link-in-text-block']
const targets = 'target-size'
/** The open overlay; finding none fails the test. */
const layer = ':is(dialog, details)[open], [role="dialog"], [role="menu"], [popover]:popover-open'

/**
 * All accessibility violations that can be detected automatically on the current page, with their elements. A phone's bar covers
 * half of whatever stands at the lower edge: too small is what is so wherever the page is scrolled to.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  const found = await find(new AxeBuilder({ page }), { runOnly: { type: 'tag', values: tags } })
  if (!found.some(({ id }) => id === targets)) return found.map(toText)
  await page.evaluate((by) => scrollBy(0, by), asHighAsBar)
  const builder = new AxeBuilder({ page, axeSource: alreadyThere })
  const again = await find(builder, { runOnly: { type: 'rule', values: [targets] } })
  await page.evaluate((by) => scrollBy(0, -by), asHighAsBar)
  const small = new Set(again.map(({ place }) => place))
  return found.filter(({ id, place }) => id !== targets || small.has(place)).map(toText)
}

const asHighAsBar = 64

/**
 * The same for a page with an overlay. Colours and sizes are checked on the overlay only: the page beneath has been checked
 * without it, and how much of it shows depends on the overlay's length.
 */
export async function findBarriersOfLayer(page: Page): Promise<string[]> {
  const rules = Object.fromEntries([...colours, targets].map((rule) => [rule, { enabled: false }]))
  const found = await look(new AxeBuilder({ page }), { runOnly: { type: 'tag', values: tags }, rules })
  const onTop = new AxeBuilder({ page, axeSource: alreadyThere }).include(layer)
  return [...found, ...(await look(onTop, { runOnly: { type: 'rule', values: [...colours, targets] } }))]
}

/** Violations of colour rules, where all others have been checked before: on the page or an overlay. */
export async function findColourBarriers(page: Page, where: 'page' | 'layer'): Promise<string[]> {
  const builder = new AxeBuilder({ page, axeSource: alreadyThere })
  return await look(where === 'layer' ? builder.include(layer) : builder, {
    runOnly: { type: 'rule', values: colours },
  })
}

/**
 * For a state that takes long to reach: no violations in both themes, and no sideways scrolling, neither in the current
 * window nor in a phone's.
 */
export async function expectNoBarriers(page: Page): Promise<void> {
  await expect(async () => expect(await findBarriers(page)).toEqual([])).toPass()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(async () => expect(await findColourBarriers(page, 'page')).toEqual([])).toPass()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNothingSideways(page)
}

/** Nothing is cut off, even on a phone: wider content scrolls within itself. */
export async function expectNothingSideways(page: Page): Promise<void> {
  const whole = page.viewportSize()
  if (whole === null) throw new Error('The window has no size of its own.')
  for (const width of new Set([390, whole.width])) {
    await page.setViewportSize({ ...whole, width })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), `at ${width} pixels`)
      .toBeLessThanOrEqual(0)
  }
}

/** The checker is loaded in the page already; half a megabyte need not be evaluated again. */
const alreadyThere = 'void 0'

type Options = Parameters<AxeBuilder['options']>[0]

async function look(builder: AxeBuilder, options: Options): Promise<string[]> {
  return (await find(builder, options)).map(toText)
}

interface Barrier {
  readonly id: string
  readonly html: string
  /** A selector of the element. */
  readonly place: string
  readonly failureSummary?: string | undefined
}

function toText({ id, html, failureSummary }: Barrier): string {
  return `${id}: ${failureSummary}\n${html}`
}

/**
 * Runs the checks in the page itself: by default all elements are serialised into a second page, which takes three times as
 * long and is only needed for cross-origin frames.
 */
async function find(builder: AxeBuilder, options: Options): Promise<Barrier[]> {
  const { violations } = await builder
    .setLegacyMode()
    .options({ ...options, resultTypes: ['violations'], preload: { assets: ['media'] } })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target, failureSummary }) => ({ id, html, place: target.join(' '), failureSummary })),
  )
}
