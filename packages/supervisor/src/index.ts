export type { ChildSpec, Log } from './child.ts'
