import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Both themes have the same document, so only rules about colours need to run again. */
const colours = ['color-contrast', 'link-in-text-block']
const targets = 'target-size'
/** The open overlay; finding none fails the test. */
const layer = ':is(dialog, details)[open], [role="dialog"], [role="menu"], [popover]:popover-open'

/** All accessibility violations that can be detected automatically on the current page, with their elements. */
export async function findBarriers(page: Page): Promise<string[]> {
  await showAll(page)
  return await look(new AxeBuilder({ page }), { runOnly: { type: 'tag', values: tags } })
}

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

/**
 * What lies beyond the window has a height that is guessed and colours that nothing has drawn until it is scrolled to: the
 * checker would see its contents lie over what follows.
 */
export async function showAll(page: Page): Promise<void> {
  // Not as an element: the policy of shared pages refuses styles.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}

/** The checker is loaded in the page already; half a megabyte need not be evaluated again. */
const alreadyThere = 'void 0'

type Options = Parameters<AxeBuilder['options']>[0]

/**
 * Runs the checks in the page itself: by default all elements are serialised into a second page, which takes three times as
 * long and is only needed for cross-origin frames.
 */
async function look(builder: AxeBuilder, options: Options): Promise<string[]> {
  const { violations } = await builder
    .setLegacyMode()
    .options({ ...options, resultTypes: ['violations'], preload: { assets: ['media'] } })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${failureSummary}\n${html}`),
  )
}
