import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { auth } from '../sign-in/contract.ts'
import { account } from './contract.ts'
import { type Profile, useProfileForm } from './use-profile-form.tsx'

function ProfileForm({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const { fields, busy, submit } = useProfileForm({
    id: 'profile',
    profile,
    send: (input) => call(browser, account.saveProfile, input),
    refresh: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keyOf(account.profile) }),
        client.invalidateQueries({ queryKey: keyOf(auth.me) }),
      ]),
  })
  return (
    <form noValidate className="grid max-w-[28rem] gap-4 p-5" onSubmit={submit}>
      {fields}
      <div>
        <SaveButton type="submit" variant="primary" busy={busy}>
          Save Profile
        </SaveButton>
      </div>
    </form>
  )
}

export function ProfileSection() {
  const profile = useQuery(query(account.profile))
  return (
    <section className="panel" aria-labelledby="profile-heading">
      <h2 id="profile-heading" className="panel-heading">
        Profile
      </h2>
      <Loaded
        query={profile}
        className="m-5"
        message="Unable to load your profile at this time."
        skeleton={<SkeletonList rows={2} />}
      >
        {(data) => <ProfileForm profile={data} />}
      </Loaded>
    </section>
  )
}
