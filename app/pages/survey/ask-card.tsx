import { href, Link } from 'react-router'
import { type ShopKind, shopKinds } from '../../blocks/install/model.ts'
import { ChoiceLinks, Say, Step, Steps } from '../../blocks/install/steps.tsx'
import { Card, CardHeader, CopyText, Notice } from '../../ui/index.ts'
import type { SurveyInstall } from './model.ts'

interface AskCardProps {
  readonly domain: string
  readonly install: SurveyInstall
  readonly isOn: boolean
}

const kindNames = {
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  other: 'Another shop',
} as const satisfies Record<ShopKind, string>

/** How the question gets in front of buyers. */
export function AskCard({ domain, install: { kind, code }, isOn }: AskCardProps) {
  return (
    <Card aria-labelledby="ask-heading" className="min-w-0 scroll-mt-20 pb-5" id="ask">
      <CardHeader
        id="ask-heading"
        note={
          isOn ? 'On the page after an order, or behind a link.' : 'Nothing is shown while the survey is switched off.'
        }
        title="Where buyers are asked"
      />
      <div className="mt-4 px-4 sm:px-5">
        <ChoiceLinks
          choices={shopKinds.map((value) => ({ value, label: kindNames[value] }))}
          chosen={kind}
          label="Kind of shop"
          name="on"
        />
        {code === null && (
          <div className="mt-4">
            <Notice severity="warning">
              The shop has no tracking key in use, and the question is asked under that key. Make one first.
            </Notice>
          </div>
        )}
        {code && !code.isPublic && (
          <div className="mt-4">
            <Notice severity="warning">
              This installation has no public address, so buyers elsewhere cannot reach it. Set PUBLIC_URL, then come
              back: the address is part of what you copy.
            </Notice>
          </div>
        )}
        {code && kind === 'woocommerce' && <WooCommerce domain={domain} link={code.link} />}
        {code && kind === 'shopify' && <Shopify link={code.link} />}
        {code && kind === 'other' && <Other link={code.link} snippet={code.snippet} />}
      </div>
    </Card>
  )
}

interface LinkProps {
  readonly link: string
}

function WooCommerce({ domain, link }: LinkProps & { readonly domain: string }) {
  const { pathname, hash } = { pathname: href('/shop/:domain/tracking', { domain }), hash: '#install-heading' }
  return (
    <Steps>
      <Step number={1} title="Have the plug-in of this shop">
        <Say>
          It shows the question on the order-received page by itself, from the shop’s own address. One that was
          downloaded before the survey existed is to be{' '}
          <Link className="text-accent underline underline-offset-3" to={{ pathname, hash, search: '?on=woocommerce' }}>
            downloaded and uploaded anew
          </Link>
          .
        </Say>
      </Step>
      <Step number={2} title="Place a test order in a private window">
        <Say>Whoever may edit the shop is not asked while signed in.</Say>
      </Step>
      <Step number={3} title="Or ask by mail">
        <Say>The question as a page of its own, for mails after an order. Your mail tool fills in the order’s ID.</Say>
        <CopyText label="Link" text={`${link}{ORDER ID}`} />
      </Step>
    </Steps>
  )
}

function Shopify({ link }: LinkProps) {
  return (
    <Steps>
      <Step number={1} title="Put the link into the order confirmation">
        <Say>
          Shopify runs no scripts of others on the page after an order, so the question is a page of its own. In
          Shopify: Settings, Notifications, Order confirmation, Edit code. Paste this where buyers will see it.
        </Say>
        <CopyText
          isCode
          label="For the order confirmation"
          text={`<p><a href="${link}{{ id }}">How did you hear about us?</a></p>`}
        />
      </Step>
      <Step number={2} title="Or, for shops with an app of their own: a block on the page after the order">
        <Say>
          A checkout UI extension at <code>purchase.thank-you.block.render</code> can show the same link with the number
          at the end of <code>orderConfirmation.value.order.id</code>.
        </Say>
        <CopyText label="Link" text={`${link}{ORDER ID}`} />
      </Step>
    </Steps>
  )
}

function Other({ link, snippet }: LinkProps & { readonly snippet: string }) {
  return (
    <Steps>
      <Step number={1} title="Put this where the question is to stand, on the page after an order">
        <CopyText label="Survey" text={snippet} />
        <Say>
          Your shop’s system fills in the words in braces. The order’s ID is the one that it has in the integration or
          in the imported file. Letters and colours are the page’s own.
        </Say>
      </Step>
      <Step number={2} title="Or ask by mail, or where no scripts run">
        <Say>The question as a page of its own.</Say>
        <CopyText label="Link" text={`${link}{ORDER ID}`} />
      </Step>
    </Steps>
  )
}
