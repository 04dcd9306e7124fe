import { Page } from "../shell/page.tsx";

export const SettingsSheet = ({
  title,
  standfirst,
  ...rest
}: Omit<Parameters<typeof Page>[0], "heading">) => (
  <Page title={`${title}, settings`} heading={title} standfirst={standfirst} {...rest} />
);
