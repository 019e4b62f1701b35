// The script that shops put on their pages. Leaves no global, waits for consent, and keeps its failures to itself.
import { followConsent, toConsent, undecided } from './consent.ts'
import { guarded, listen, randomId } from './guard.ts'
import { findLayer } from './layer.ts'
import { watchPages } from './pages.ts'
import { createSender } from './sender.ts'
import { readSettings, type Settings } from './settings.ts'
import { hearPage, readBlocks, readLayer, type Tell, toFields, toText } from './told.ts'
import { forgetVisitor, isVisitorKept, keepVisitor } from './visitor.ts'

function start(settings: Settings): void {
  const consent = undecided()
  const sender = createSender(settings, consent)

  const record = (name: string, rest: { url: string; [field: string]: unknown }) =>
    sender.add({ id: randomId(), name, at: Date.now(), ...rest })

  const decide = (decided: object): void => {
    const before = consent.analytics_storage
    Object.assign(consent, decided)
    const now = consent.analytics_storage
    if (now === 'denied' && (before === 'granted' || (before !== now && isVisitorKept()))) {
      forgetVisitor()
      sender.withdraw()
      record('consent_withdrawn', { url: location.href })
    }
    if (now === 'granted' && !settings.hasServerCookie && before !== now) {
      document.dispatchEvent(new CustomEvent('tillsight:visitor', { detail: keepVisitor() }))
    }
    setTimeout(() => sender.flush())
  }

  const tell: Tell = (told) => {
    if (told.consent) decide(toConsent(told.consent))
    const name = toText(told.event)
    // One event that the collector does not understand would take the others of its message with it.
    if (/^[a-z][a-z0-9_]{0,39}$/.test(name)) record(name, { url: location.href, ...toFields(told) })
  }

  const layer = findLayer()
  if (settings.isGranted) decide(toConsent('granted'))
  else guarded(followConsent)(layer, decide)
  watchPages((url, referrer) => record('page_view', { url, referrer: referrer || undefined }))
  hearPage(guarded(tell))
  guarded(readBlocks)(guarded(tell))
  if (settings.readsLayer) readLayer(layer, guarded(tell))
  listen(window, 'pagehide', () => sender.flush(true))
  listen(document, 'visibilitychange', () => {
    // On phones this is often the last thing a page hears.
    if (document.visibilityState === 'hidden' && consent.analytics_storage !== 'unknown') sender.flush(true)
  })
}

guarded(() => {
  const settings = readSettings()
  // The same script twice, by theme and plug-in, counts once: the first one answers for the key.
  const here = `tillsight:${settings?.key}`
  if (!settings || !document.dispatchEvent(new CustomEvent(here, { cancelable: true }))) return
  document.addEventListener(here, (event) => event.preventDefault())
  // A page that is made ready in advance has not been visited yet.
  if (Reflect.get(document, 'prerendering')) listen(document, 'prerenderingchange', () => start(settings))
  else start(settings)
})()
