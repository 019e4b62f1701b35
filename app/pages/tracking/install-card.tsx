import { type InstallModel, shopKindChoices } from '../../blocks/install/model.ts'
import { ChoiceLinks, Say, Step, Steps, StoreSteps } from '../../blocks/install/steps.tsx'
import { Tagged } from '../../language/index.ts'
import { Card, CopyText, Notice } from '../../ui/index.ts'
import { useWords } from './words.ts'

/** An event, as a shop's own code reports it. */
const exampleEvent = `document.dispatchEvent(new CustomEvent('tillsight', {
  detail: { event: 'add_to_cart', value: '12.50', currency: 'EUR' }
}))`

/** How to install the script in the shop. */
export function InstallCard({ install }: { readonly install: InstallModel }) {
  const { domain, kind, consent, steps, installation } = install
  const t = useWords()
  const choices = shopKindChoices.map(({ value, label }) => ({
    value,
    label: value === 'other' ? t('install.other') : label,
  }))
  return (
    <Card aria-labelledby="install-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="install-heading">
        {t('install.title')}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-soft">{t('install.about')}</p>
      <ChoiceLinks choices={choices} chosen={kind} label={t('install.kind')} name="on" />
      {!installation.isPublic && (
        <div className="mt-4">
          <Notice severity="warning">{t('install.private', { address: installation.address })}</Notice>
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
  const t = useWords()
  const code = { code: (text: string) => <code dir="ltr">{text}</code> }
  return (
    <Steps>
      <Step number={1} title={t('step.head')}>
        <CopyText label={t('step.script')} text={installation.snippet} />
        <Say>{t('step.headText')}</Say>
      </Step>
      <Step number={2} title={t('step.order')}>
        <CopyText label={t('step.thanks')} text={installation.thanks} />
        <Say>{t('step.orderText')}</Say>
      </Step>
      <Step number={3} title={t('step.more')}>
        <CopyText isCode label={t('step.event')} text={exampleEvent} />
        <Say>
          <Tagged tags={code} text={t('step.moreText')} />
        </Say>
      </Step>
      <Step number={4} title={t('step.own')}>
        <Say>
          <Tagged tags={code} text={t('step.ownText', { address: installation.address })} />
        </Say>
      </Step>
    </Steps>
  )
}
