// Runs child processes (the embedded stores) and guards a data directory against a second owner.
// Must not know what the children are: no stores, no product, no environment variables.
export type { ChildSpec, Heartbeat, Log } from './child.ts'
export { type DataDirectory, findOwner, type OwnerInfo, ownDataDirectory } from './data-directory.ts'
export { type OpenFolders, openFolders } from './supervised-child.ts'
export {
  type ChildState,
  createSupervisor,
  type RestartPolicy,
  type SupervisedChild,
  type Supervisor,
  type SupervisorOptions,
} from './supervisor.ts'
