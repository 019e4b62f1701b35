import { Card, CardHeader, CopyText } from '../../ui/index.ts'
import type { AssistantSetup } from './assistants.ts'
import { useWords } from './words.ts'

interface AssistantsCardProps {
  readonly assistants: readonly AssistantSetup[]
}

/** How to ask about the shop in an assistant, with a key. */
export function AssistantsCard({ assistants }: AssistantsCardProps) {
  const t = useWords()
  return (
    <Card aria-labelledby="assistants-heading" className="pb-3">
      <CardHeader id="assistants-heading" note={t('assistants.note')} title={t('assistants.title')} />
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 px-4 text-[13px] sm:px-5">
        <p>{t('assistants.advice')}</p>
        <ul className="divide-y divide-line border-line border-t">
          {assistants.map(({ name, where, code }) => (
            <li key={name}>
              <details name="assistant">
                <summary className="touch-target cursor-pointer py-2.5 font-medium">{name}</summary>
                <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-4">
                  <p className="text-soft">{where}</p>
                  <CopyText isCode label={t('assistants.setup', { name })} text={code} />
                </div>
              </details>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
