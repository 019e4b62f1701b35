import { shopKindChoices } from '../../blocks/install/model.ts'
import { ChoiceLinks, Say, Step, Steps, StoreSteps } from '../../blocks/install/steps.tsx'
import { Card, CardHeader, CopyText, Notice } from '../../ui/index.ts'
import type { SurveyInstall } from './model.ts'

interface AskCardProps {
  readonly domain: string
  readonly install: SurveyInstall
  readonly isOn: boolean
}

/** How to show the survey to buyers. */
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
        <ChoiceLinks choices={shopKindChoices} chosen={kind} label="Kind of shop" name="on" />
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
        {code?.steps && <StoreSteps consent="required" domain={domain} kind={kind} steps={code.steps} />}
        {code?.steps === null && <OtherSteps link={code.link} snippet={code.snippet} />}
      </div>
    </Card>
  )
}

function OtherSteps({ link, snippet }: { readonly link: string; readonly snippet: string }) {
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
