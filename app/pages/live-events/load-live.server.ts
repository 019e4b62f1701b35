import type { LiveView } from '@tillsight/domain'
import { dayText, figureText, missing, shareText } from '../../format/index.ts'
import type { ShopServices, ShopView } from '../../services.ts'
import type { EventModel, LiveModel, VisitsModel } from './live-page.tsx'

/** Incoming events, printed. */
export async function loadLive(services: ShopServices, now: string): Promise<LiveModel> {
  const { shop } = services
  const { events, hour, tracked, visits } = await services.run('tracking.live')
  const count = (figure: number): string => figureText(figure, 'count', shop.display)
  const share = (part: number, whole: number): string => shareText(part, whole, shop.display)
  const highest = Math.max(1, ...hour.minutes.map((minute) => minute.events))
  const time = timeFormat(shop.zone)
  return {
    domain: shop.domain,
    events: events.map((event) => printEvent(event, { shop, time })),
    minutes: hour.minutes.map((minute) => ({
      label: `${time.format(new Date(minute.at)).slice(0, 5)}: ${count(minute.events)}`,
      height: minute.events / highest,
    })),
    figures: [
      { name: 'Events in the last hour', text: count(hour.events), note: 'Everything that came in, machines too' },
      {
        name: 'Tracked orders',
        text: share(tracked.tracked, tracked.orders),
        note:
          tracked.orders === 0
            ? `No orders since ${dayText(tracked.since)}`
            : `${count(tracked.tracked)} of ${count(tracked.orders)} since ${dayText(tracked.since)}: their buyer’s device is known`,
      },
      {
        name: 'With consent',
        text: share(hour.granted, hour.people),
        note: 'Of events by people; the rest is counted only',
      },
      {
        name: 'Machines',
        text: share(hour.bots, hour.events),
        note:
          hour.suspects === 0
            ? 'Left out of reports'
            : `Left out of reports; ${count(hour.suspects)} more ${hour.suspects === 1 ? 'is a suspect' : 'are suspects'}`,
      },
    ],
    names: hour.names.slice(0, 12).map(({ name, events: of }) => ({ name, text: count(of) })),
    visits: visits.visits === 0 ? null : printVisits(visits, shop),
    readAt: time.format(new Date(now)),
  }
}

function timeFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', second: '2-digit' })
}

const sources: Readonly<Record<string, string>> = {
  pixel: 'the script',
  extension: 'Shopify’s extension',
  server: 'a server',
  picture: 'a picture',
  import: 'an import',
}
const reasons: Readonly<Record<string, string>> = {
  declared: 'it says so itself',
  no_language: 'it names no language',
  no_hints: 'it lacks what this browser sends',
  prefetch: 'the page was only fetched ahead',
  webdriver: 'a program drives the browser',
  speed: 'pages follow each other faster than anybody opens them',
  crowd: 'many visitors of its network saw one page each',
  shared_click: 'many visitors brought the same click on an ad',
}

function printVisits(
  { since, visits, bots, suspects, reasons: signs }: LiveView['visits'],
  { display }: ShopView,
): VisitsModel {
  const row = (name: string, part: number, note: string) => ({
    name,
    text: shareText(part, visits, display),
    note: `${figureText(part, 'count', display)} of ${figureText(visits, 'count', display)}: ${note}`,
  })
  return {
    note: `Since ${dayText(since)}. Whoever buys is no machine`,
    shares: [
      row('Machines', bots, 'two kinds of signals. Left out of reports'),
      row('Suspects', suspects, 'one kind of signal. Reports count them'),
    ],
    reasons: signs.map(({ reason, visits: of }) => ({
      name: reasons[reason] ?? reason,
      text: figureText(of, 'count', display),
    })),
  }
}

function printEvent(
  event: LiveView['events'][number],
  { shop, time }: { readonly shop: ShopView; readonly time: Intl.DateTimeFormat },
): EventModel {
  const { page, tags } = splitAddress(event.url)
  const isSale = event.value !== null && Number(event.value) !== 0
  return {
    id: event.id,
    time: time.format(new Date(event.at)),
    name: event.name,
    page,
    tags,
    from: splitAddress(event.referrer).page || missing,
    visitor: event.visitor === '' ? missing : `${event.visitor}…`,
    consent: event.consent,
    value: isSale ? figureText(event.value, 'money', { ...shop.display, currency: event.currency }) : missing,
    tells: [
      ...(event.hasOrder ? ['order'] : []),
      ...(event.hasPerson ? ['customer'] : []),
      ...(event.source === 'pixel' ? [] : [`by ${sources[event.source] ?? event.source}`]),
    ],
    bot:
      event.bot === 'no'
        ? null
        : { isCertain: event.bot === 'bot', why: event.botReasons.map((kind) => reasons[kind] ?? kind).join(', ') },
  }
}

function splitAddress(url: string): { readonly page: string; readonly tags: string } {
  const [page = '', query = ''] = url.replace(/^https?:\/\/(?:www\.)?/, '').split('?', 2)
  const names = [...new URLSearchParams(query)].map(([name, value]) => (name.startsWith('utm_') ? value : name))
  return { page, tags: names.join(' · ') }
}
