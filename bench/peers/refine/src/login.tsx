import { AuthPage } from '@refinedev/antd'

export const Login = () => <AuthPage type="login" registerLink={false} forgotPasswordLink={false} />
