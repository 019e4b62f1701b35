import { ChoiceLinks } from '../../blocks/install/choice-links.tsx'
import type { InstallModel } from '../../blocks/install/model.ts'
import { Card } from '../../ui/index.ts'

const modes = [
  { value: 'required', label: 'Visitors are asked' },
  { value: 'granted', label: 'Nobody needs to be asked' },
]

const states = [
  ['Agreed', 'A random number is kept in the cookie ts_v for up to 400 days. Visits are joined to orders.'],
  ['Not decided', 'Nothing is kept and nothing is sent while the page is open. After a yes the landing is sent whole.'],
  [
    'Refused',
    'Events are counted without visitor, click ids and customer. Orders of such visits are known only by what the store wrote on them.',
  ],
  ['Taken back', 'The cookie is deleted at once, and what follows counts as refused.'],
] as const

/** What the visitor’s decision means, and where it is read. */
export function ConsentCard({ ownConsent, consent }: Pick<InstallModel, 'ownConsent' | 'consent'>) {
  return (
    <Card aria-labelledby="consent-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="consent-heading">
        Consent
      </h2>
      {ownConsent ? (
        <p className="mt-1 text-pretty text-soft">{ownConsent}</p>
      ) : (
        <>
          <p className="mt-1 mb-3 text-pretty text-soft">
            {consent === 'required'
              ? 'The script waits for a decision. It reads Google’s consent mode, the WP Consent API and Shopify’s privacy API, and takes the shop’s own word.'
              : 'The script recognises every visitor from the first page on. Choose this only where the law does not ask for consent, or where the shop loads the script after it.'}
          </p>
          <ChoiceLinks choices={modes} chosen={consent} label="Whether visitors are asked" name="consent" />
          <p className="mt-2 text-[13px] text-faint">It is part of the download and of the code to copy.</p>
        </>
      )}
      <dl className="mt-4 grid gap-3 text-[13px]">
        {states.map(([name, text]) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-pretty text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
