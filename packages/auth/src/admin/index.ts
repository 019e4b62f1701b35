// What only a holder of an admin role may do: users, their factors, links and invitations.
// Must not know how admins are told apart (callers) or how links are mailed (messages).
import type { RouteTable } from '../wire.ts'
import { generateLink, invite } from './links.ts'
import { deleteUserFactor, listUserFactors, updateUserByAdmin, updateUserFactor } from './update-user.ts'
import { createUser, deleteUser, listUsers, readUser } from './users.ts'

/** Endpoints of admins. */
export const adminRoutes = {
  'POST /invite': invite,
  'POST /admin/generate_link': generateLink,
  'GET /admin/users': listUsers,
  'POST /admin/users': createUser,
  'GET /admin/users/{id}': readUser,
  'PUT /admin/users/{id}': updateUserByAdmin,
  'DELETE /admin/users/{id}': deleteUser,
  'GET /admin/users/{id}/factors': listUserFactors,
  'PUT /admin/users/{id}/factors/{factor_id}': updateUserFactor,
  'DELETE /admin/users/{id}/factors/{factor_id}': deleteUserFactor,
} satisfies RouteTable
