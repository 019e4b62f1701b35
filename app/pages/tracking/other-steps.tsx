import type { InstallModel } from '../../blocks/install/model.ts'
import { Say, Step, Steps } from '../../blocks/install/steps.tsx'
import { CopyText } from '../../ui/index.ts'

const tell = `document.dispatchEvent(new CustomEvent('tillsight', {
  detail: { event: 'add_to_cart', value: '12.50', currency: 'EUR' }
}))`

/** One tag for any theme, and how a shop tells it of baskets and orders. */
export function OtherSteps({ installation }: InstallModel) {
  return (
    <Steps>
      <Step number={1} title="Put this into the head of every page">
        <CopyText label="Script" text={installation.snippet} />
        <Say>
          It loads beside the page and never holds it up. Pages that a theme shows without loading are noticed by
          themselves.
        </Say>
      </Step>
      <Step number={2} title="Name the order on the page after it">
        <CopyText label="Thank-you page" text={installation.thanks} />
        <Say>
          Your shop’s system fills in the words in braces. The order’s id is the one that it has in the integration or
          in the imported file.
        </Say>
      </Step>
      <Step number={3} title="Tell of baskets and people, if you like">
        <CopyText isCode label="Event" text={tell} />
        <Say>
          Also <code>product_view</code>, <code>checkout_start</code>, <code>sign_up</code>, names of your own, and{' '}
          <code>identify</code> with a <code>customer</code>. A shop whose <code>dataLayer</code> has Google’s events
          adds <code>data-listen="dataLayer"</code> to the script instead.
        </Say>
      </Step>
      <Step number={4} title="Better: serve both from the shop’s own address">
        <Say>
          Browsers keep a cookie that the shop’s server sets for 400 days, and one that a script sets for 7 in Safari.
          Let your web server pass two paths of any name on to {installation.address}: one to <code>/p.js</code>, one to{' '}
          <code>/p/collect</code>. Load the script from the first, and name the second in <code>data-to</code>.
        </Say>
      </Step>
    </Steps>
  )
}
