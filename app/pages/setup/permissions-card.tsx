import type { GuideView } from '@tillsight/domain'
import { Card } from '../../ui/index.ts'
import { CopyRow } from './copy-row.tsx'

/** What has to be granted, what each of it brings and what is lost without. */
export function PermissionsCard({ permissions }: Pick<GuideView, 'permissions'>) {
  const { text, paste, list } = permissions
  return (
    <Card aria-labelledby="permissions-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="permissions-heading">
        What is granted
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-soft">{text}</p>
      {paste && (
        <>
          <h3 className="mb-1.5 font-medium text-[13px]">{paste.label}</h3>
          <CopyRow label={paste.label} text={paste.text} />
        </>
      )}
      <dl className="mt-4 divide-y divide-line border-line border-y text-[13px]">
        {list.map(({ name, brings, without }) => (
          <div className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[15rem_minmax(0,1fr)]" key={name}>
            <dt className="break-words font-medium">{name}</dt>
            <dd>
              {brings}. <span className="text-soft">Without it: {without}.</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
