import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { account } from './account/contract.ts'
import { accountSchemas } from './account/schemas.ts'
import { accountService } from './account/service.server.ts'
import { invitations } from './invitations/contract.ts'
import { invitationsSchemas } from './invitations/schemas.ts'
import { invitationsService } from './invitations/service.server.ts'
import { secondFactor } from './second-factor/contract.ts'
import { secondFactorSchemas } from './second-factor/schemas.ts'
import { secondFactorColumns, secondFactorService } from './second-factor/service.server.ts'
import { auth } from './sign-in/contract.ts'
import { authSchemas } from './sign-in/schemas.ts'
import { authService } from './sign-in/service.server.ts'
import { users } from './users/contract.ts'
import { usersSchemas } from './users/schemas.ts'
import { type LeavingHandlers, usersService } from './users/service.server.ts'

export const identityDomain = (leaving: LeavingHandlers): Domain => ({
  routes: [
    ...routeHandlers(auth, authSchemas, authService),
    ...routeHandlers(account, accountSchemas, accountService),
    ...routeHandlers(secondFactor, secondFactorSchemas, secondFactorService),
    ...routeHandlers(users, usersSchemas, usersService(leaving)),
    ...routeHandlers(invitations, invitationsSchemas, invitationsService),
  ],
  encryptedColumns: [...secondFactorColumns],
})
