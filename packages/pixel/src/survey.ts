// The survey on a shop's thank-you page. Creates no global and stores nothing in the browser; if it is not shown, or anything
// fails before the buyer has responded, the page stays unchanged.
import { guarded } from './guard.ts'
import { readAsked } from './survey/asked.ts'
import { readOrder, type SurveyPlace } from './survey/place.ts'
import { showQuestion } from './survey/question.ts'

function ask(place: SurveyPlace): void {
  const address = new URL(place.to)
  address.searchParams.set('key', place.key)
  address.searchParams.set('order', place.order)
  // Some pages replace `fetch` with functions that throw synchronously.
  new Promise<Response>((done) => done(fetch(address.href, { credentials: 'omit', cache: 'no-store' })))
    .then((response) => (response.ok ? response.json() : undefined))
    .then((answer: unknown) => {
      const asked = readAsked(answer)
      if (asked) showQuestion(place, asked)
    })
    .catch(() => {})
}

guarded(() => {
  const place = readOrder()
  if (!place) return
  // If theme and plug-in both load the script, the survey is shown once.
  const here = `tillsight:survey:${place.order}`
  if (!document.dispatchEvent(new CustomEvent(here, { cancelable: true }))) return
  document.addEventListener(here, (event) => event.preventDefault())
  ask(place)
})()
