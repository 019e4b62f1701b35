// The question on a shop's thank-you page. Leaves no global and keeps nothing in the browser; where it is not asked, or where
// anything fails before the buyer has answered, the page stays as it was.
import { guarded } from './guard.ts'
import { readAsked } from './survey/asked.ts'
import { readOrder, type SurveyPlace } from './survey/place.ts'
import { showQuestion } from './survey/question.ts'

function ask(place: SurveyPlace): void {
  const address = new URL(place.to)
  address.searchParams.set('key', place.key)
  address.searchParams.set('order', place.order)
  // Pages replace `fetch` by things that throw at once.
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
  // The same script twice, by theme and plug-in, asks once.
  const here = `tillsight:survey:${place.order}`
  if (!document.dispatchEvent(new CustomEvent(here, { cancelable: true }))) return
  document.addEventListener(here, (event) => event.preventDefault())
  ask(place)
})()
