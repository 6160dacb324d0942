import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isApiError } from '@interline/shared/api'
import type { InvitationFor } from '@interline/shared/contract'
import { useSearchParams } from '@interline/shared/router'
import { Button } from '@interline/shared/ui'
import { acceptInvitation, readInvitation } from '../../api.ts'
import { t } from './texts.ts'
import { explainError } from '../explain-error.ts'
import { BackToSignIn } from './forgot-password.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { PublicPage } from '../public-page.tsx'

/** Where the link of an invitation leads: says for whom it is, and asks for a password of one's own. */
export function AcceptInvitation() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [isRefused, setRefused] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => readInvitation(token),
    enabled: token !== '',
    retry: false,
  })
  if (token === '') return <Unusable title={t('reset.noToken')} text={t('invitation.noTokenText')} />
  if (isRefused || (isApiError(error) && error.fields.token !== undefined))
    return <Unusable title={t('invitation.unusable')} text={t('invitation.unusableText')} />
  if (error && !isFetching)
    return (
      <PublicPage title={t('invitation.unread')} subtitle={explainError(error) ?? error.message}>
        <Button onClick={() => void refetch()}>{t('invitation.retry')}</Button>
      </PublicPage>
    )
  if (!data) return <PublicPage title={t('invitation.title')} subtitle={t('invitation.reading')} children={null} />
  return (
    <PublicPage title={t('invitation.title')} subtitle={greetingOf(data)}>
      <NewPasswordForm
        texts="invitation"
        email={data.email}
        send={(password) => acceptInvitation(token, password)}
        onRefusedLink={() => setRefused(true)}
      />
      <BackToSignIn />
    </PublicPage>
  )
}

const greetingOf = ({ full_name, email, admin_role }: InvitationFor) =>
  t('invitation.subtitle', { name: full_name, email, role: t(`invitation.roles.${admin_role}`) })

function Unusable({ title, text }: { title: string; text: string }) {
  return (
    <PublicPage title={title} subtitle={text}>
      <BackToSignIn />
    </PublicPage>
  )
}
