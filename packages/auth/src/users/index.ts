export { findIdentity, insertIdentity, listIdentities, refreshIdentity, syncProviders } from './identities.ts'
export type {
  FactorRow,
  FlowRow,
  IdentityRow,
  MetadataValue,
  MethodRow,
  OneTimeTokenRow,
  SessionRow,
  UserRow,
} from './store.ts'
export {
  findUser,
  findUserByEmail,
  findUserByPhone,
  insertUser,
  lockUser,
  mergeMetadata,
  type UserChange,
  updateUser,
} from './store.ts'
export { factorView, showUser, userView, type View } from './views.ts'
