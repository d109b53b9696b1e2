"""The phrases by which a letter is told apart: greetings, courtesies, header words, signatures, notices. Lists only."""

from __future__ import annotations

import unicodedata

from games.commands import fold, plain


def key(text: str) -> str:
    """The form in which phrases are compared: folded, small letters, no accents (`й` is `и`, `ü` is `u`)."""
    return "".join(
        letter for letter in unicodedata.normalize("NFD", plain(fold(text))) if not unicodedata.combining(letter)
    )


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(key(phrase) for line in text.strip().splitlines() for phrase in line.split(" · "))


GREETINGS = frozenset(
    _phrases("""
привет · приветик · всем привет · приветствую · приветствую вас · здравствуй · здравствуйте · здрасте · здрасьте
здорово · добрый день · добрый вечер · доброе утро · доброй ночи · день добрый · вечер добрый · утро доброе
доброго дня · доброго вечера · доброго утра · доброго времени суток · доброго здоровья · салют · хай · уважаемый
уважаемая · уважаемые · дорогой · дорогая · дорогие
hi · hello · hey · hiya · howdy · dear · greetings · good day · good morning · good afternoon · good evening
привіт · вітаю · вітання · добрий день · добрий вечір · добрий ранок · доброго ранку · доброго вечора · шановний
шановна · шановні · доброго здоров'я
hallo · guten tag · guten morgen · guten abend · moin · moin moin · servus · grüß gott · liebe · lieber · sehr geehrte
sehr geehrter · bonjour · bonsoir · salut · cher · chère · hola · buenos días · buenas tardes · buenas noches
estimado · estimada · ciao · buongiorno · buonasera · salve · olá · bom dia · boa tarde · boa noite · cześć
dzień dobry · witam · ahoj · dobrý den · hej · hei · god dag · merhaba · selam · здраво · здравей · здравейте · сәлем
прывітанне · добры дзень
""")
)
"""Up to two more words may follow them."""

COURTESIES = frozenset(
    _phrases("""
thanks · thank you · many thanks · thanks a lot · thank you very much · thanks in advance · thanks again · thx
regards · best regards · kind regards · warm regards · with kind regards · with best regards · best · best wishes
with best wishes · all the best · sincerely · sincerely yours · yours sincerely · yours · yours truly
yours faithfully · respectfully · cheers · good luck · best of luck · gl · have fun · have a nice day
have a good day · bye · bye bye · goodbye · good bye · see you · see you soon · see you later · greetings
good game · gg · ty · rgds · br · see ya · talk soon · warmly · have a great day · have a nice weekend
have a good weekend · have a good game · have a great game · with regards · warmest regards · enjoy · bye-bye
спасибо · большое спасибо · спасибо большое · огромное спасибо · заранее спасибо · спасибо за игру
спасибо за партию · благодарю · благодарю вас · заранее благодарен · заранее благодарна · с благодарностью
с уважением · с ув · с глубоким уважением · с наилучшими пожеланиями · с наилучшими · с лучшими пожеланиями · с приветом
с дружеским приветом · искренне ваш · искренне ваша · всего доброго · всего хорошего · всего наилучшего · всех благ
удачи · удачи вам · удачи в игре · удачной игры · удачной партии · хорошей игры · приятной игры
удачи тебе · всем удачи · спс · спокойной ночи · хорошей недели · до скорой встречи · увидимся · бывай · чао · жму руку
пока-пока · спасибо вам · заранее благодарю · счастливо оставаться · приятного вечера
удачного дня · хорошего дня · хорошего вечера
хороших выходных · доброго дня · доброй ночи · успехов · успеха · счастливо · до связи · до свидания · до встречи
до скорого · до завтра · пока · привет
дякую · щиро дякую · з повагою · з найкращими побажаннями · щасти · усього найкращого · до побачення · бувай
на все добре
danke · vielen dank · danke schön · mit freundlichen grüßen · freundliche grüße · viele grüße · liebe grüße
beste grüße · schöne grüße · gruß · grüße · mfg · lg · vg · tschüss · viel glück · bis bald · alles gute
merci · merci beaucoup · cordialement · bien cordialement · bonne chance · bonne journée · à bientôt · gracias
muchas gracias · saludos · un saludo · buena suerte · grazie · saluti · cordiali saluti · buona fortuna · ciao
obrigado · obrigada · atenciosamente · boa sorte · dziękuję · pozdrawiam · powodzenia · děkuji · s pozdravem · tack
med vänlig hälsning · mvh · takk · tak · bedankt · groeten · met vriendelijke groet · teşekkürler · рахмет · дзякуй
благодаря · хвала
""")
)

HEADER_WORDS = _phrases("""
from · to · cc · sent · date · subject · reply-to
от · от кого · кому · копия · отправлено · дата · дата и время · отправитель · получатель · тема · послано
від · від кого · надіслано · відправлено · копія · ад
von · gesendet · datum · betreff · de · envoyé · objet · enviado · enviado el · para · asunto · da · inviato · oggetto
assunto · van · verzonden · onderwerp · od · wysłano · temat · odesláno · předmět · fra · sendt · emne · från · skickat
ämne · kimden · gönderilen · konu · feladó · címzett · tárgy · изпратено · относно · 发件人 · 发送时间 · 差出人 · 件名
""")
"""A colon follows them: without it most are ordinary words."""

MOBILE_SIGNATURES = _phrases("""
sent from · sent via · sent with · sent by my · sent by galaxy · sent on my · sent on the go
sent using · get outlook · download outlook
отправлено с · отправлено со · отправлено из · отправлено через · отправлено при помощи · отправлено посредством
отправлено от · послано с · послано со · создано в · простите за краткость · извините за краткость · с моего iphone
с моего ipad · послано из · написано с iphone · написано с ipad · написано с моего · написано с телефона
написано на · письмо отправлено с · письмо отправлено из · письмо отправлено со
сообщение отправлено с · сообщение отправлено со · сообщение отправлено из
скачать outlook · скачайте outlook · получить outlook · получите outlook · загрузить outlook
установить outlook
надіслано з · надіслано зі · відправлено зі · надіслано за допомогою · надіслано через · відправлено з
отримати outlook · завантажити outlook · gesendet von · gesendet mit · von meinem · diese nachricht wurde von meinem
holen sie sich outlook · outlook für
envoyé de · envoyé depuis · envoyé à partir · télécharger outlook · obtenez outlook · enviado desde · enviado de
enviado do · enviado via · obtener outlook · obter o outlook · inviato da · scarica outlook · ottieni outlook
verzonden vanaf · verzonden met · outlook voor · wysłano z · pobierz outlook · odesláno z · skickat från · sendt fra
lähetetty iphone · lähetetty android · изпратено от · verstuurd vanaf · wysłane z · enviado a partir · odoslané z
iphoneから送信 · ipadから送信 · androidから送信 · 发自我的 · 從我的 · 传送自 · 나의 iphone에서 보냄
please excuse my brevity
""")

OUT_OF_OFFICE = _phrases("""
автоответ · авто ответ · автоматический ответ · автоматическое сообщение · автоматическое уведомление
ответ автоответчика · вне офиса · не в офисе · нет в офисе · меня нет в офисе · нахожусь вне офиса
отсутствие на рабочем месте · отсутствие в офисе · отсутствие на работе · отсутствую на рабочем месте
отсутствует на рабочем месте · отсутствую в офисе · отсутствует в офисе · нет на рабочем месте
меня нет на рабочем месте · сообщение об отсутствии · уведомление об отсутствии
авто: · нахожусь в отпуске · нахожусь в командировке
out of office · out of the office · out of my office · ooo: · auto: · automatic reply · automatic response
automated reply · automated response · auto reply · autoreply · auto response · autoresponse · auto responder
autoresponder · auto generated · automated message · automatic message
vacation reply · vacation response · vacation notice · vacation message
away from the office · away from my office · away from office · away from my mail · i am out of · i'm out of
автоматична відповідь · автовідповід · автоматичне повідомлення · поза офісом · відсутність на робочому місці
відсутній на робочому місці · аўтаматычны адказ · автоматичен отговор · извън офиса · автоматты жауап
automatische antwort · automatische antwoord · automatisch antwoord · automatische reactie · abwesenheit · abwesend
· nicht im büro · außer haus
ich bin nicht im · réponse automatique · absence du bureau · message d'absence · absent du bureau
respuesta automática · autorespuesta · contestación automática
fuera de la oficina · fuera de oficina · risposta automatica · fuori sede · fuori ufficio
resposta automática · fora do escritório · ausência temporária · afwezigheid · afwezig · niet aanwezig · autoodpowiedź
odpowiedź automatyczna · automatyczna odpowiedź · poza biurem · nieobecność · automatická odpověď · mimo kancelář
autosvar · automatiskt svar · automatisk svar · frånvaro · fravær · automaattinen vastaus · poissaolo
otomatik yanıt · ofis dışında · automatikus válasz · răspuns automat · automaatvastus · automatinis atsakymas
automatski odgovor · házon kívül · 자동 회신 · 부재중 · 自动答复 · 自动回复
自動回覆 · 自動応答 · 自動返信 · 不在通知
""")
"""How the subject of a notice begins, hyphens as spaces."""

NO_REPLY = ("noreply", "donotreply", "dontreply", "nichtantworten", "nepasrepondre", "noresponder", "bezotveta")
"""In the local part of an address, dots, dashes and underscores left out."""

BOUNCERS = ("mailerdaemon", "postmaster", "maildaemon")
"""Local parts, or bare names, dots, dashes and underscores left out."""

DELIVERY_SYSTEMS = _phrases("""
mail delivery · delivery subsystem · delivery system · delivery status notification · mailer-daemon · mailer daemon
mail daemon · postmaster · mail system · mail administrator · mail transfer agent
система доставки · подсистема доставки · служба доставки почты · служба доставки сообщений · доставка почты
почтовая система · почтовый сервер · почтовый демон · mdaemon · mail router
mailzustellung · mail-zustellsystem · zustellsystem
""")
"""In a display name."""
