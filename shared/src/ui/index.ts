export {
  Alert,
  Avatar,
  Badge,
  Breadcrumb,
  Button,
  Card,
  Checkbox,
  Col,
  Collapse,
  Descriptions,
  Divider,
  Drawer,
  Dropdown,
  Empty,
  Flex,
  Form,
  Grid,
  Image,
  Input,
  InputNumber,
  Layout,
  Menu,
  Modal,
  Popover,
  Progress,
  Radio,
  Result,
  Row,
  Segmented,
  Select,
  Skeleton,
  Space,
  Spin,
  Statistic,
  Switch,
  Tabs,
  Tag,
  Timeline,
  Tooltip,
  Typography,
  Upload,
} from 'antd'
export type {
  AlertProps,
  ButtonProps,
  CardProps,
  DropdownProps,
  FormInstance,
  FormProps,
  InputProps,
  InputRef,
  MenuProps,
  ModalProps,
  SelectProps,
  SwitchProps,
  TooltipProps,
  UploadFile,
  UploadProps,
} from 'antd'
export { useDialogs } from './dialogs.ts'
export type { Dialogs } from './dialogs.ts'
export { DetailsModal } from './details-modal.tsx'
export type { DetailsRow } from './details-modal.tsx'
export { DocumentLink } from './document-link.tsx'
export { Icon } from './icon.tsx'
export { InterlineProvider } from './interline-provider.tsx'
export { PageTitle } from './page-title.tsx'
export type { PageTitleProps } from './page-title.tsx'
export { initialsOf, PersonCell } from './person-cell.tsx'
export { RegionEmpty } from './region-empty.tsx'
export { RegionFailed } from './region-failed.tsx'
export { useColourScheme } from './scheme.ts'
export { StateId } from './state-id.tsx'
export { StatusBadge } from './status-badge.tsx'
export { themeOf } from './theme.ts'
export { ChatTime, DateText, RelativeTime } from './times.tsx'
export { useToast } from './toast.ts'
export { useNarrow } from './use-narrow.ts'
