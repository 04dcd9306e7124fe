import { Link } from "@tanstack/react-router";
import { type Setting, formatValue } from "./use-settings.ts";

export function SettingTable({
  settings,
  label,
  chosen,
}: {
  readonly settings: readonly Setting[];
  readonly label: string;
  readonly chosen: string | undefined;
}) {
  return (
    <table className="w-full" aria-label={label}>
      <thead className="sr-only">
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {settings.map((setting) => (
          <tr
            key={setting.key}
            className={`border-b border-hair align-top hover:bg-sunk ${setting.key === chosen ? "bg-sunk" : ""}`}
          >
            <th scope="row" className="py-2 pr-4 font-normal">
              <Link
                to="/settings"
                search={{ tab: "thresholds", key: setting.key }}
                resetScroll={false}
                activeProps={{}}
                aria-current={setting.key === chosen ? "true" : undefined}
                className="mono inline-flex min-h-7 items-center break-all"
              >
                {setting.key}
              </Link>
              <span className="block text-second text-ink-2">{setting.about}</span>
            </th>
            <td className="max-w-[40%] py-2 text-end">
              <span className={`break-words ${setting.is_set ? "font-semibold" : ""}`}>
                {setting.is_secret ? (setting.is_set ? "set" : "not set") : formatValue(setting.value)}
              </span>
              {setting.is_set ? (
                <span className="block text-meta whitespace-nowrap text-ink-3">
                  {setting.usual === null ? setting.source : `default ${formatValue(setting.usual)}`}
                </span>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
