import { AppError, isAppError } from '@tillsight/core'
import { type OpenShare, openShare, readShare, type SharedFigures, ShareRange } from '@tillsight/domain'
import { networkOf } from '@tillsight/tracking'
import { type Context, Hono } from 'hono'
import { csvFile } from '../../../app/csv.server.ts'
import { instantText } from '../../../app/format/index.ts'
import { chooseLanguage } from '../../../app/language/choose-language.ts'
import type { Language } from '../../../app/language/languages.ts'
import { textFor } from '../../../app/language/text-for.server.ts'
import { ranges, rangeWords } from '../../../app/pages/shares/range-words.ts'
import { createRateLimit } from '../../collect/rate-limit.ts'
import { createAttempts } from '../../identity/attempts.ts'
import { fill } from '../../notifications/digest-words.ts'
import type { Runtime } from '../../runtime.ts'
import { limitPlatformCalls } from '../connect.ts'
import type { Markup } from '../developer-page.ts'
import { limitBody } from '../errors.ts'
import { peerAddress } from '../peer.ts'
import { createShareDoor } from './share-door.ts'
import { printShareFile } from './share-file.ts'
import { type DayChoice, figuresPage, sharePolicy, shutPage, tooOftenPage } from './share-page.ts'
import { grantPass, hasPass } from './share-pass.ts'
import { type SharePage, viewShare } from './share-view-model.ts'
import { shareWords } from './share-words.ts'

const largestBodyKb = 16
/** In a quarter of an hour: for each link and network, and of a network at all links together. */
const mostTries = 5
const mostTriesOfNetwork = 60
/** Each opening asks the warehouse; whoever looks at figures opens a page now and then. */
const openings = { burst: 60, perSecond: 0.5 }

type Page = Context<object, '/:token'>

/**
 * `/s/{token}`: one view of a shop for whoever has its link. Nothing of it knows a session: what may be seen is what whoever
 * made the link may see now. A link that does not exist, has ended or wants another password answers with the same bytes after the
 * same steps, and limits come before all of them.
 */
export function shareRoutes(runtime: Runtime): Hono {
  const { config, clock, shares, own } = runtime
  const tries = createAttempts(clock)
  const opened = createRateLimit(clock, openings)
  const door = createShareDoor(runtime)
  const subjectOf = (c: Page): string => `${c.req.param('token')} ${placeOf(c)}`
  const placeOf = (c: Page): string => networkOf(peerAddress(c, config.trustProxy))

  /** What the link of the address shows, once its password is seen to. */
  async function show(c: Page): Promise<Shown | undefined> {
    take(subjectOf(c))
    const share = await openShare(door, c.req.param('token'))
    if (share === undefined) return undefined
    const cookies = c.req.header('cookie') ?? ''
    const { row } = share
    if (row.passwordHash !== null && !hasPass(shares.passKey, row, { now: clock.now(), cookies })) return undefined
    const figures = await readUnlessClosed(share, rangeOf(c))
    return figures && { share, figures, page: viewShare(figures, linkOf(share), languageOf(c)) }
  }

  function take(subject: string): void {
    try {
      opened.take(subject, 1)
    } catch (error) {
      if (!isAppError(error)) throw error
      const { details } = error
      const message = 'This link was opened too often in a short time. Try again in a minute.'
      throw new AppError('limit_reached', message, { details, cause: error })
    }
  }

  /** The link if this is its password. One without a password is compared with what nothing matches, too. */
  async function unlock(token: string, password: string): Promise<OpenShare | undefined> {
    const share = await openShare(door, token)
    const stored = share?.row.passwordHash
    if (stored) return (await shares.passwords.verify(password, stored)) ? share : undefined
    await shares.passwords.verifyDummy(password)
    return undefined
  }

  return new Hono()
    .use(limitPlatformCalls(runtime))
    .use(limitBody(largestBodyKb, 'kB'))
    .get('/:token', async (c) => {
      const shown = await show(c)
      if (shown === undefined) return answer(c, shutPage(languageOf(c)), { status: 404 })
      return answer(c, pageOf(c, shown), { status: 200, embedOn: shown.share.settings.embedOn })
    })
    .get('/:token/figures.csv', async (c) => {
      const shown = await show(c)
      if (!shown?.share.settings.include.includes('export')) return answer(c, shutPage(languageOf(c)), { status: 404 })
      const { share, figures, page } = shown
      const { from, to } = figures.range
      return csvFile(`${share.view}-${from}-${to}.csv`, printShareFile(figures, page))
    })
    .post('/:token', async (c) => {
      refuseOtherSites(c)
      const [place, subject] = [`network ${placeOf(c)}`, subjectOf(c)]
      if (!tries.take(place, mostTriesOfNetwork) || !tries.take(subject, mostTries)) {
        c.header('retry-after', String(tries.waitSeconds(subject) || tries.waitSeconds(place)))
        return answer(c, tooOftenPage(languageOf(c)), { status: 429 })
      }
      // A form that cannot be read holds no password.
      const { password } = await c.req.parseBody().catch((): Record<string, unknown> => ({}))
      const share = await unlock(c.req.param('token'), typeof password === 'string' ? password.slice(0, 200) : '')
      if (share === undefined) return answer(c, shutPage(languageOf(c)), { status: 404 })
      tries.giveBack(subject)
      const path = `/s/${c.req.param('token')}`
      const isSecure = own.url().startsWith('https:')
      c.header('set-cookie', grantPass(shares.passKey, share.row, { now: clock.now(), path, isSecure }))
      c.header('cache-control', 'no-store')
      return c.redirect(path, 303)
    })
}

interface Shown {
  readonly share: OpenShare
  readonly figures: SharedFigures
  readonly page: SharePage
}

/** The pages tell browsers to leave out where they come from, and with it the origin of their form. */
function refuseOtherSites(c: Context): void {
  const site = c.req.header('sec-fetch-site')
  if (site === undefined || site === 'same-origin') return
  throw new AppError('forbidden', 'This request came from a page of another site and was not carried out.')
}

/** Undefined where whoever made the link may not ask for this any more, or what was stored cannot be read. */
async function readUnlessClosed(share: OpenShare, range: ShareRange | undefined): Promise<SharedFigures | undefined> {
  try {
    return await readShare(share, range)
  } catch (error) {
    if (isAppError(error) && error.code !== 'forbidden') throw error
    share.ctx.log.error({ err: error, share: share.row.id }, 'a share link could not be shown')
    return undefined
  }
}

function pageOf(c: Page, { share, figures, page }: Shown): Markup {
  const { row, settings } = share
  const language = languageOf(c)
  const until = instantText(row.expiresAt.toISOString(), figures.shop.zone, language)
  return figuresPage(page, {
    choice: settings.period === 'choosable' ? choiceOf(rangeOf(c) ?? settings.range, language) : null,
    file: settings.include.includes('export')
      ? `/s/${c.req.param('token')}/figures.csv${new URL(c.req.url).search}`
      : null,
    until: fill(shareWords[language].until, { time: until }),
  })
}

function linkOf({ row, view }: OpenShare) {
  return { title: row.title, view, isFrozen: row.kind === 'frozen' }
}

function languageOf(c: Context): Language {
  return chooseLanguage({ accepted: c.req.header('accept-language') ?? null })
}

/** Chosen days; undefined for none, and for what are no days. */
function rangeOf(c: Context): ShareRange | undefined {
  const { range, from, to } = c.req.query()
  return ShareRange.safeParse(from === undefined ? range : { from, to }).data
}

function choiceOf(chosen: ShareRange, language: Language): DayChoice {
  const t = textFor(language)
  return {
    label: t('period.days'),
    button: t('period.show'),
    options: ranges.map((value) => ({ value, label: t(rangeWords[value]), isChosen: value === chosen })),
  }
}

interface Answer {
  readonly status: 200 | 404 | 429
  /** Origins that may frame it. */
  readonly embedOn?: readonly string[]
}

function answer(c: Context, page: Markup, { status, embedOn = [] }: Answer) {
  return c.html(page, status, {
    'content-security-policy': sharePolicy(embedOn),
    'cache-control': 'private, no-store',
    vary: 'accept-language, cookie',
    'x-robots-tag': 'noindex, nofollow',
  })
}
