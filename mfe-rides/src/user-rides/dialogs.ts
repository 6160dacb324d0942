import { lazyWithRetry } from '@interline/shared/ui'

// One import for the list and the page of one booking: two would be two copies.
export const ChangeStatusModal = lazyWithRetry(
  async () => (await import('./change-status-modal.tsx')).ChangeStatusModal,
)
