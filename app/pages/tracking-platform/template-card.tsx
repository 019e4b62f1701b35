import type { TrackingTemplate } from '@tillsight/platforms'
import { ServerText, useServerText } from '../../language/index.ts'
import { Badge, Card, CopyText, Scroller } from '../../ui/index.ts'
import { templateText } from './read-pairs.ts'
import { useWords } from './words.ts'

/** The part of a template that pages show. */
export type ShownTemplate = Pick<TrackingTemplate, 'field' | 'steps' | 'notes' | 'parameters'>

interface TemplateCardProps {
  readonly template: ShownTemplate
  /** The platform's name. */
  readonly name: string
}

/** What to paste, where, and the meaning of each part. */
export function TemplateCard({ template, name }: TemplateCardProps) {
  const t = useWords()
  const translate = useServerText()
  return (
    <Card aria-labelledby="template-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="template-heading">
        {t('template.title')}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-soft">{t('template.about', { name })}</p>
      <CopyText label={translate(template.field)} text={templateText(template)} />
      <h3 className="mt-5 font-medium">{t('template.where')}</h3>
      <ol className="mt-2 list-decimal space-y-1.5 ps-5 text-soft marker:text-faint">
        {template.steps.map((step) => (
          <li key={step}>
            <ServerText>{step}</ServerText>
          </li>
        ))}
      </ol>
      <h3 className="mt-5 font-medium">{t('template.notes')}</h3>
      <ul className="mt-2 list-disc space-y-1.5 ps-5 text-soft marker:text-faint">
        {template.notes.map((note) => (
          <li key={note}>
            <ServerText>{note}</ServerText>
          </li>
        ))}
      </ul>
      <details className="mt-5">
        <summary className="w-fit rounded font-medium">{t('template.all')}</summary>
        <Parameters template={template} />
      </details>
    </Card>
  )
}

function Parameters({ template }: Pick<TemplateCardProps, 'template'>) {
  const t = useWords()
  return (
    <Scroller className="mt-2" label={t('template.all')}>
      <table className="w-full text-[13px]">
        <caption className="sr-only">{t('template.caption')}</caption>
        <thead className="text-faint text-xs">
          <tr>
            {[t('table.parameter'), t('template.value'), t('template.meaning')].map((title) => (
              <th className="py-1.5 pe-4 text-start font-normal" key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {template.parameters.map(({ name, value, meaning, isNeeded }) => (
            <tr className="border-line border-t" key={name}>
              <th className="py-1.5 pe-4 text-start font-normal" scope="row">
                <code>{name}</code>
              </th>
              <td className="py-1.5 pe-4">
                <code dir="ltr">{value}</code>
              </td>
              <td className="py-1.5 text-soft">
                <ServerText>{meaning}</ServerText> {isNeeded && <Badge>{t('template.needed')}</Badge>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
