// What only a holder of an admin role may do: users, their factors, links and invitations.
// Must not know how admins are told apart (callers) or how links are mailed (messages).
import type { RouteTable } from '../wire/index.ts'
import { deleteUser } from './delete-user.ts'
import { deleteUserFactor, listUserFactors, updateUserFactor } from './factors.ts'
import { generateLink } from './generate-link.ts'
import { invite } from './invite.ts'
import { listUsers } from './list-users.ts'
import { updateUserByAdmin } from './update-user.ts'
import { createUser, readUser } from './users.ts'

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
