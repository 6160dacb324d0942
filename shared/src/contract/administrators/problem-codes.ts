/** Why an administrator's call was refused: `problem.code` of its answer. */
export const problemCodes = {
  /** 401 of POST /user/auth/admin-login: the password is right, and the account has a second factor. */
  secondFactorNeeded: 'second-factor-needed',
  /** 403: the policy asks for a second factor, and this account has none yet. */
  setupNeeded: 'second-factor-setup-needed',
  /** 403: this act needs a factor that was given within the last ten minutes; POST /admin/account/confirm. */
  confirmationNeeded: 'confirmation-needed',
  /** 409: somebody else changed the record since it was read. */
  changedMeanwhile: 'changed-meanwhile',
  /** 422 of a list: a page took longer than it may. */
  tooBroad: 'too-broad',
} as const
