import type { MessageReading, Stance } from "./message-reading.ts";
import type { OwnWords } from "./own-words.ts";

type Heard = "rejects" | "praises" | "gap" | "error" | "failed_check";

/**
 * The commonest phrases of ten languages. Each is
 * distinctive enough not to occur in English prose.
 */
const PHRASES: Readonly<Record<Heard, readonly string[]>> = {
  rejects: [
    "funktioniert nicht|funktioniert immer noch nicht|geht nicht|geht immer noch nicht|klappt nicht|immer noch kaputt|das ist falsch|das stimmt nicht|nicht das was ich|nicht was ich|das wollte ich nicht|mach das rückgängig|rückgängig machen|nein das|du hast vergessen|warum hast du|es passiert nichts|ich sehe keine änderung|ist weg",
    "ne marche pas|marche toujours pas|ne fonctionne pas|fonctionne toujours pas|c'est faux|ce n'est pas ce que|c'est pas ce que|pas ce que j'ai demandé|tu as oublié|vous avez oublié|pourquoi tu as|pourquoi as-tu|annule ça|reviens en arrière|rien ne se passe|rien n'a changé|toujours le même problème",
    "no funciona|sigue sin funcionar|eso no es|esto no es lo que|no es lo que pedí|no es lo que te pedí|está mal|esta mal|te equivocas|olvidaste|por qué has|por qué borraste|deshaz|revierte|no pasa nada cuando|no cambió nada|sigue igual",
    "não funciona|nao funciona|não funcionou|ainda não funciona|continua sem funcionar|não é isso|não era isso|não foi isso que|está errado|esta errado|você esqueceu|por que você|desfaz|desfaça|reverte|nada mudou|não mudou nada",
    "non funziona|ancora non funziona|non è quello che|è sbagliato|sbagliato|hai dimenticato|perché hai|annulla le modifiche|non è cambiato nulla|non cambia niente",
    "werkt niet|werkt nog steeds niet|doet het niet|dat is fout|dat klopt niet|niet wat ik|je bent vergeten|waarom heb je|draai dat terug|maak dat ongedaan|er gebeurt niets",
    "nie działa|nadal nie działa|dalej nie działa|to nie to|nie o to|to jest źle|błędnie|zapomniałeś|dlaczego usun|cofnij|nic się nie zmieniło|nic się nie dzieje",
    "не работает|все еще не работает|всё ещё не работает|это не то|неправильно|неверно|ты забыл|вы забыли|зачем ты|почему ты|верни как было|откати|отмени|ничего не изменилось|ничего не происходит",
    "不对|错了|不行|没有用|没用|还是不行|不是我想要的|不是这个意思|你忘了|为什么你|撤销|改回去|恢复原来|没有变化|没变化|没反应|不工作|无法使用",
    "違います|違う|ちがう|動かない|動きません|動作しません|まだ動か|間違って|間違い|そうじゃない|元に戻して|戻してください|変わらない|変わっていません|なぜ削除|直っていません|うまくいきません",
  ],
  praises: [
    "sieht gut aus|funktioniert jetzt|klappt jetzt|passt so|viel besser|schon besser|fast perfekt|sehr gut",
    "ça marche maintenant|ça marche|ça fonctionne|c'est mieux|c'est bon|très bien|c'est parfait|presque parfait",
    "ya funciona|ahora funciona|funciona bien|mucho mejor|está bien|se ve bien|casi perfecto|muy bien|queda genial",
    "funcionou|agora funciona|ficou bom|muito melhor|ficou ótimo|quase perfeito|muito bom|está ótimo",
    "adesso funziona|ora funziona|va bene|molto meglio|quasi perfetto|ottimo lavoro",
    "werkt nu|ziet er goed uit|veel beter|bijna goed|heel goed",
    "działa teraz|teraz działa|wygląda dobrze|dużo lepiej|prawie dobrze|świetnie",
    "теперь работает|заработало|выглядит хорошо|намного лучше|почти|отлично|хорошо",
    "可以了|好了|很好|不错|好多了|差不多|成功了|没问题",
    "動きました|良くなりました|よくなりました|いい感じ|完璧|いいですね|直りました|だいたい",
  ],
  gap: [
    "aber|außer|jedoch|nur noch|allerdings",
    "mais|sauf|cependant|par contre|il manque",
    "pero|excepto|salvo|aunque|solo falta",
    "mas|exceto|porém|só falta",
    "però|tranne|eccetto|manca solo",
    "maar|behalve|alleen nog",
    "ale|oprócz|tylko że|brakuje",
    "но|кроме|однако|только",
    "但是|不过|除了|只是|就是|但",
    "ただ|けど|しかし|だけど|以外|ですが|が、",
  ],
  error: [
    "bekomme einen fehler|kommt ein fehler|gibt einen fehler|stürzt ab|fehlermeldung",
    "j'ai une erreur|il y a une erreur|message d'erreur|ça plante",
    "me da error|me sale un error|da un error|tengo un error|se cuelga",
    "dá erro|deu erro|está dando erro|recebo um erro",
    "mi dà errore|ricevo un errore|c'è un errore|dà errore",
    "krijg een fout|foutmelding|geeft een fout|crasht",
    "mam błąd|wyskakuje błąd|wywala się|pojawia się błąd",
    "выдает ошибку|выдаёт ошибку|ошибка при|падает с|вылетает|получаю ошибку",
    "报错|出错了|崩溃|有错误|闪退",
    "エラーが出|エラーになり|クラッシュ|落ちます|エラーが発生",
  ],
  failed_check: [
    "tests schlagen fehl|build schlägt fehl|les tests échouent|le build échoue|los tests fallan|fallan las pruebas|falla el build|os testes falham|testes falhando|i test falliscono|tests falen|testy nie przechodzą|тесты падают|тесты не проходят|сборка падает|测试失败|测试不通过|编译失败|构建失败|テストが失敗|ビルドが失敗|テストが通ら",
  ],
};

const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}]/u;
const LOOK = 2_000;

const EXPRESSIONS = new Map(
  (Object.keys(PHRASES) as Heard[]).map((heard) => {
    const phrases = PHRASES[heard].flatMap((line) => line.split("|"));
    const spaced = phrases.filter((each) => SPACED.test(each));
    const joined = phrases.filter((each) => !SPACED.test(each));
    return [
      heard,
      new RegExp(
        `(?<!\\p{L})(?:${spaced.join("|")})(?!\\p{L})${joined.length > 0 ? `|${joined.join("|")}` : ""}`,
        "u",
      ),
    ] as const;
  }),
);

/** Reads a message in one of the languages of the table; undefined when none of its phrases is there. */
export function readOtherLanguage(text: string, own: readonly OwnWords[]): MessageReading | undefined {
  const [first] = own;
  if (first === undefined) return undefined;
  const said = lowerCase(text.slice(first.start, Math.min(first.end, first.start + LOOK)));
  const find = (heard: Heard): { start: number; end: number; source: string } | undefined => {
    const match = EXPRESSIONS.get(heard)!.exec(said);
    if (match === null) return undefined;
    const start = first.start + match.index;
    return { start, end: start + match[0].length, source: heard };
  };
  const rejects = find("rejects");
  const praises = find("praises");
  const error = find("error");
  const check = find("failed_check");
  const gap = praises === undefined ? undefined : find("gap");
  const spans = [praises, gap, rejects, error, check].filter((span) => span !== undefined);
  if (rejects === undefined && praises === undefined && error === undefined && check === undefined)
    return undefined;
  return {
    stance: stanceOf({ rejects, praises, gap, error, check }),
    weight: "strong",
    acknowledges: praises !== undefined,
    isSpecific: false,
    asksToRetry: false,
    evidence: spans.toSorted((a, b) => a.start - b.start || a.end - b.end),
    facts: {},
  };
}

function stanceOf(
  heard: Readonly<Record<"rejects" | "praises" | "gap" | "error" | "check", unknown>>,
): Stance {
  if (heard.praises !== undefined && (heard.gap ?? heard.error ?? heard.check) !== undefined)
    return "partly_accepts";
  if (heard.check !== undefined) return "reports_failed_check";
  if (heard.error !== undefined) return "reports_error";
  return heard.rejects === undefined ? "accepts" : "rejects";
}

/** Lower case without changing the length, and straight apostrophes. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return (lower.length === text.length ? lower : text).replaceAll("\u2019", "'");
}
