import type { LiveView } from '@tillsight/domain'
import { dayText, figureText, missing, shareText } from '../../format/index.ts'
import type { Say } from '../../language/index.ts'
import { labelled } from '../../language/text.ts'
import type { ShopServices, ShopView } from '../../services.ts'
import type { EventModel, LiveModel, VisitsModel } from './live-page.tsx'
import en from './words/en.json' with { type: 'json' }
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

type SayLive = Say<WordKey>

/** Incoming events, printed. */
export async function loadLive(services: ShopServices, now: string): Promise<LiveModel> {
  const { shop } = services
  const { events, hour, tracked, visits } = await services.run('tracking.live')
  const say = pageWords.say(shop.display.language)
  const count = (figure: number): string => figureText(figure, 'count', shop.display)
  const highest = Math.max(1, ...hour.minutes.map((minute) => minute.events))
  const time = timeFormat(shop.zone)
  return {
    domain: shop.domain,
    events: events.map((event) => printEvent(event, { shop, time, say })),
    minutes: hour.minutes.map((minute) => ({
      label: labelled(time.format(new Date(minute.at)).slice(0, 5), count(minute.events), shop.display.language),
      height: minute.events / highest,
    })),
    figures: printHour(hour, tracked, { shop, say }),
    names: hour.names
      .slice(0, 12)
      .map(({ name: code, events: of }) => ({ code, name: nameOf(code, say), text: count(of) })),
    visits: visits.visits === 0 ? null : printVisits(visits, { shop, say }),
    readAt: time.format(new Date(now)),
  }
}

interface Printing {
  readonly shop: ShopView
  readonly say: SayLive
}

/** The last hour in figures. */
function printHour(
  hour: LiveView['hour'],
  { since, tracked, orders }: LiveView['tracked'],
  { shop: { display }, say }: Printing,
): LiveModel['figures'] {
  const count = (figure: number): string => figureText(figure, 'count', display)
  const day = dayText(since, display.language)
  return [
    { name: say('printed.figure.events'), text: count(hour.events), note: say('printed.figure.eventsNote') },
    {
      name: say('printed.figure.orders'),
      text: shareText(tracked, orders, display),
      note:
        orders === 0
          ? say('printed.figure.ordersNone', { day })
          : say('printed.figure.ordersNote', { tracked: count(tracked), orders: count(orders), day }),
    },
    {
      name: say('printed.figure.consent'),
      text: shareText(hour.granted, hour.people, display),
      note: say('printed.figure.consentNote'),
    },
    {
      name: say('printed.figure.bots'),
      text: shareText(hour.bots, hour.events, display),
      note:
        hour.suspects === 0
          ? say('printed.figure.botsNote')
          : say('printed.figure.suspectsNote', { count: hour.suspects }),
    },
  ]
}

function timeFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', second: '2-digit' })
}

/** An event in words; a shop's own event has no other name than its own. */
function nameOf(code: string, say: SayLive): string {
  return wordOf(`printed.event.${code}`, say) ?? code
}

function signOf(kind: string, say: SayLive): string {
  return wordOf(`printed.sign.${kind}`, say) ?? kind
}

/** What a text that was put together says; undefined where there is none. */
function wordOf(key: string, say: SayLive): string | undefined {
  return isWorded(key) ? say(key) : undefined
}

function isWorded(key: string): key is WordKey {
  return Object.hasOwn(en, key)
}

function printVisits(
  { since, visits, bots, suspects, reasons: signs }: LiveView['visits'],
  { shop: { display }, say }: Printing,
): VisitsModel {
  const counts = (part: number) => ({
    part: figureText(part, 'count', display),
    whole: figureText(visits, 'count', display),
  })
  return {
    note: say('printed.visits.note', { day: dayText(since, display.language) }),
    shares: [
      {
        name: say('printed.figure.bots'),
        text: shareText(bots, visits, display),
        note: say('printed.visits.botsNote', counts(bots)),
      },
      {
        name: say('printed.visits.suspects'),
        text: shareText(suspects, visits, display),
        note: say('printed.visits.suspectsNote', counts(suspects)),
      },
    ],
    reasons: signs.map(({ reason, visits: of }) => ({
      name: signOf(reason, say),
      text: figureText(of, 'count', display),
    })),
  }
}

function printEvent(
  event: LiveView['events'][number],
  { shop, time, say }: Printing & { readonly time: Intl.DateTimeFormat },
): EventModel {
  const { page, tags } = splitAddress(event.url)
  const isSale = event.value !== null && Number(event.value) !== 0
  const signs = event.botReasons.map((kind) => signOf(kind, say))
  return {
    id: event.id,
    time: time.format(new Date(event.at)),
    code: event.name,
    name: nameOf(event.name, say),
    page,
    tags,
    from: splitAddress(event.referrer).page || missing,
    visitor: event.visitor === '' ? missing : `${event.visitor}…`,
    consent: wordOf(`printed.consent.${event.consent}`, say) ?? event.consent,
    value: isSale ? figureText(event.value, 'money', { ...shop.display, currency: event.currency }) : missing,
    tells: [
      ...(event.hasOrder ? [say('printed.contains.order')] : []),
      ...(event.hasPerson ? [say('printed.contains.person')] : []),
      ...(event.source === 'pixel' ? [] : [wordOf(`printed.by.${event.source}`, say) ?? event.source]),
    ],
    bot:
      event.bot === 'no'
        ? null
        : {
            isCertain: event.bot === 'bot',
            why: new Intl.ListFormat(shop.display.language, { type: 'conjunction' }).format(signs),
          },
  }
}

function splitAddress(url: string): { readonly page: string; readonly tags: string } {
  const [page = '', query = ''] = url.replace(/^https?:\/\/(?:www\.)?/, '').split('?', 2)
  const names = [...new URLSearchParams(query)].map(([name, value]) => (name.startsWith('utm_') ? value : name))
  return { page, tags: names.join(' · ') }
}
