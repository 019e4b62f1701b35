import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Both themes are one document; only what is seen differs. */
const colours = ['color-contrast', 'link-in-text-block']
const targets = 'target-size'
/** Whatever has been opened; looking for it fails when nothing is. */
const layer = ':is(dialog, details)[open], [role="dialog"], [role="menu"], [popover]:popover-open'

/** Every barrier that a machine can find on the page as it stands, each with its place. */
export async function findBarriers(page: Page): Promise<string[]> {
  return await look(new AxeBuilder({ page }), { runOnly: { type: 'tag', values: tags } })
}

/**
 * The same for a page with a layer on top. Colours and sizes are those of the layer: what lies beneath is a page that
 * has been looked at without it, and how much of it shows depends on how long the layer is.
 */
export async function findBarriersOfLayer(page: Page): Promise<string[]> {
  const rules = Object.fromEntries([...colours, targets].map((rule) => [rule, { enabled: false }]))
  const found = await look(new AxeBuilder({ page }), { runOnly: { type: 'tag', values: tags }, rules })
  const onTop = new AxeBuilder({ page, axeSource: alreadyThere }).include(layer)
  return [...found, ...(await look(onTop, { runOnly: { type: 'rule', values: [...colours, targets] } }))]
}

/** The barriers that other colours can make, where all of them have been looked for before: on the page or a layer. */
export async function findColourBarriers(page: Page, where: 'page' | 'layer'): Promise<string[]> {
  const builder = new AxeBuilder({ page, axeSource: alreadyThere })
  return await look(where === 'layer' ? builder.include(layer) : builder, {
    runOnly: { type: 'rule', values: colours },
  })
}

/**
 * For a state of a page that takes long to get to: no barriers in both themes, and nothing to be scrolled sideways in
 * the window as it is, nor in that of a phone.
 */
export async function expectNoBarriers(page: Page): Promise<void> {
  await expect(async () => expect(await findBarriers(page)).toEqual([])).toPass()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(async () => expect(await findColourBarriers(page, 'page')).toEqual([])).toPass()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNothingSideways(page)
}

/** Nothing is cut off, on a phone neither: what is wider scrolls in itself. */
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

/** The checks are still in the page; half a megabyte need not be read again. */
const alreadyThere = 'void 0'

type Options = Parameters<AxeBuilder['options']>[0]

/**
 * The page itself works out what it has: the other way writes every element down and reads it again in a second page,
 * which takes three times as long and is there for frames of other sites.
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
