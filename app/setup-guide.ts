// How platforms are connected to this installation: guides with its own addresses, and looking for what is still wrong.
import type { GuideView, SetupFinding } from '@tillsight/domain'

export type { GuideView, SetupFinding }

/** What is looked at. */
export interface SetupQuestion {
  readonly connector: string
  /** Id of the way in; without it the one that the guide begins with. */
  readonly way?: string
  /** The account's address or name, by field key, while nothing is connected. */
  readonly values: Readonly<Record<string, string>>
}

/** Part of a shop's services; all of it needs the right to change connections. */
export interface GuideServices {
  /** Throws `not_found` for a platform without a guide. */
  guide(connector: string, way: string | undefined): Promise<GuideView>
  /** Asks the platform, which takes seconds; in the order in which things are to be mended. */
  checkSetup(question: SetupQuestion): Promise<readonly SetupFinding[]>
}
