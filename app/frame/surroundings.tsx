import type { ComponentProps, ReactNode } from 'react'
import { PreferenceProvider } from '../preference/index.ts'
import { RunsScripts } from '../ui/index.ts'
import { Overlays } from '../ui/overlays/index.ts'
import { useCommand } from './command/use-command.ts'
import { Frame } from './frame.tsx'

type FrameProps = ComponentProps<typeof Frame>
type Preference = ComponentProps<typeof PreferenceProvider>['initial']

interface SurroundingsProps {
  readonly known: Pick<FrameProps, 'bar' | 'shops'> & {
    readonly person: (NonNullable<FrameProps['person']> & { readonly id: string }) | undefined
    readonly shop: (NonNullable<FrameProps['shop']> & { readonly id: string }) | undefined
    readonly preference: Preference | undefined
    readonly runsScripts: boolean
  }
  readonly children: ReactNode
}

/** What stands around every page: the frame, the keys that work everywhere, and what lies above the page. */
export function Surroundings({ known, children }: SurroundingsProps) {
  const { shops, shop, person, bar, preference, runsScripts } = known
  const search = useCommand({ shops, shop })
  const frame = (
    <RunsScripts value={runsScripts}>
      <Frame bar={bar} person={person} search={search} shop={shop} shops={shops}>
        {children}
      </Frame>
      <Overlays />
    </RunsScripts>
  )
  if (!shop || !preference || !person) return frame
  return (
    <PreferenceProvider initial={preference} person={person.id} shop={shop.id}>
      {frame}
    </PreferenceProvider>
  )
}
