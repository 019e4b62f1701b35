import { type InstallModel, shopKindChoices } from '../../blocks/install/model.ts'
import { ChoiceLinks, Say, Step, Steps, StoreSteps } from '../../blocks/install/steps.tsx'
import { Card, CopyText, Notice } from '../../ui/index.ts'

const tell = `document.dispatchEvent(new CustomEvent('tillsight', {
  detail: { event: 'add_to_cart', value: '12.50', currency: 'EUR' }
}))`

/** How to install the script in the shop. */
export function InstallCard({ install }: { readonly install: InstallModel }) {
  const { domain, kind, consent, steps, installation } = install
  return (
    <Card aria-labelledby="install-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="install-heading">
        Put the script into the shop
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-soft">
        It tells which visits led to an order. At most 4 kB, without cookies before consent, and nothing of it goes to
        anybody but this installation.
      </p>
      <ChoiceLinks choices={shopKindChoices} chosen={kind} label="Kind of shop" name="on" />
      {!installation.isPublic && (
        <div className="mt-4">
          <Notice severity="warning">
            This installation has no public address, so shops elsewhere cannot reach {installation.address}. Set
            PUBLIC_URL, then come back: the address is part of what you install.
          </Notice>
        </div>
      )}
      {steps === null ? (
        <OtherSteps installation={installation} />
      ) : (
        <StoreSteps consent={consent} domain={domain} kind={kind} steps={steps} />
      )}
    </Card>
  )
}

/** One tag for any theme, and how a shop reports carts and orders to it. */
function OtherSteps({ installation }: Pick<InstallModel, 'installation'>) {
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
